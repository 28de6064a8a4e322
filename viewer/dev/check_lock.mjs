// The lock file pins versions and hashes and names no host, so that any registry may serve it.
//
//     check_lock.mjs [--mend]     --mend takes the addresses out that npm puts in
import { readFileSync, writeFileSync } from "node:fs";

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
if (process.argv.includes("--mend")) {
  for (const entry of Object.values(lock.packages)) {
    delete entry.funding;
    delete entry.resolved;
  }
  writeFileSync(file, JSON.stringify(lock, null, 2) + "\n");
}
const faults = readFileSync(file, "utf8").split("\n").flatMap((line, i) =>
  /:\/\//.test(line) ? [`package-lock.json:${i + 1}: names a host: ${line.trim()}`] : []);
for (const [name, entry] of Object.entries(lock.packages))
  if (name && !entry.integrity) faults.push(`package-lock.json: ${name} has no hash`);
if (faults.length > 0) {
  console.error(faults.join("\n") + "\nnpm run lock mends this");
  process.exit(1);
}
