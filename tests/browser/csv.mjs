// CSV as the program and the page write it: names with units in the first line, then numbers.

function cells(line) {
  const found = [];
  for (let rest = line; ;) {
    const [all, quoted, plain] = rest.match(/^(?:"((?:[^"]|"")*)"|([^,]*))/);
    found.push(quoted !== undefined ? quoted.replace(/""/g, '"') : plain);
    if (all.length === rest.length) return found;
    rest = rest.slice(all.length + 1);
  }
}

export function readCsv(text) {
  const lines = text.split(/\r?\n/).filter((line) => line !== "");
  const names = cells(lines[0]).map((head) => head.replace(/ \[[^\]]*\]$/, ""));
  const rows = lines.slice(1).map((line) => line.split(",").map((c) => (c === "" ? NaN : Number(c))));
  return { names, rows, column: (name) => rows.map((row) => row[names.indexOf(name)]) };
}
