// Pages of real runs: treadle writes the report and the CSV, the browser shows the one, the other is compared.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import * as check from "./checks.mjs";
import { settle } from "./page.mjs";

const MODELS = fileURLToPath(new URL("../../models/", import.meta.url));
const NAME = '<b>arm</b><img src=x onerror="window.broken=1">';

function run(treadle, model, name, out, more) {
  const report = join(out, `${name}.html`), csv = join(out, `${name}.csv`);
  execFileSync(treadle, ["run", model, "--quiet", "--report", report, "--out", csv, ...more],
    { timeout: 600_000, stdio: ["ignore", "ignore", "inherit"] });
  return { report, csv };
}

async function whole(page, csv) {
  await check.works(page);
  const compared = await check.agreesWithCsv(page, csv);
  return `${compared} values agree with the CSV`;
}

/** A pendulum whose names are markup. */
function markupModel(out) {
  const text = readFileSync(join(MODELS, "pendulum.json"), "utf8");
  const model = JSON.parse(text);
  const old = model.bodies[0].name;
  model.bodies[0].name = NAME;
  for (const joint of model.joints)
    for (const end of ["parent", "child"]) if (joint[end] === old) joint[end] = NAME;
  const file = join(out, "markup.json");
  writeFileSync(file, JSON.stringify(model));
  return file;
}

/** `samples`: how many the longest run has; its page must stay small however many there are. */
export function runPages(treadle, out, samples) {
  const page = (name, model, more, steps) => {
    const { report, csv } = run(treadle, model, name, out, more);
    return { name: `run: ${name}`, file: report, shot: name, steps: (p) => steps(p, csv, report) };
  };
  const ready = (name, until) => page(name, join(MODELS, `${name}.json`),
    ["--until", until, "--output-interval", "5 ms"], whole);
  return [
    ready("four_bar", "5 s"),
    ready("double_wishbone", "2 s"),
    ready("quadruped", "1 s"),
    page("markup", markupModel(out), ["--until", "0.5 s"], (p) => check.namesAreText(p, NAME)),
    page("one_sample", join(MODELS, "pendulum.json"), ["--until", "0 s"], async (p) => {
      assert.ok(await p.getByRole("button", { name: "Play" }).isDisabled());
      assert.ok(!(await p.locator("body").innerText()).includes("NaN"));
    }),
    page("long", join(MODELS, "pendulum.json"), ["--until", `${samples / 1000} s`, "--step", "1 ms", "--output-interval", "1 ms"],
      async (p, csv, report) => {
        const rows = readFileSync(csv).reduce((n, byte) => n + (byte === 10), 0) - 1;
        assert.ok(rows > samples, `${rows} rows in the CSV`);
        assert.ok(statSync(report).size < 5e6, "the page is larger than 5 MB");
        await check.scrubs(p);
        await p.keyboard.press("Home");
        await settle(p);
      }),
  ];
}
