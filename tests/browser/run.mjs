// Reports in a real browser.
//
//     run.mjs [--treadle PATH] [--out DIR] [--viewer FILE] [--modules DIR] [--data DIR] [--only WORD] [--runs]
//
// --treadle  makes reports of ready models with this program and checks them too
// --viewer   the built page; viewer/dist/index.html
// --modules  where npm ci was run, when that is not viewer/
// --data     opens each *.html of a folder and only looks at it (no complaint, a picture kept)
// --runs     only what --treadle writes, without pictures, the longest run shorter: for another (slow) build of the
//            program beside the same page
// Screenshots stay in --out: wide, narrow (400 px), dark.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { fitsWidth } from "./checks.mjs";
import { madeUpPages, withoutWebGl } from "./made_up.mjs";
import { launch, open, settle, takeModulesFrom } from "./page.mjs";
import { runPages } from "./runs.mjs";

const { values: options } = parseArgs({ options: {
  treadle: { type: "string" }, data: { type: "string" }, modules: { type: "string" }, only: { type: "string", default: "" },
  runs: { type: "boolean", default: false },
  out: { type: "string", default: "build/browser" },
  viewer: { type: "string", default: fileURLToPath(new URL("../../viewer/dist/index.html", import.meta.url)) },
} });
if (options.modules) takeModulesFrom(options.modules);
const out = resolve(options.out);
mkdirSync(out, { recursive: true });
if (!existsSync(options.viewer)) {
  console.error(`${options.viewer} is missing: npm ci && npm run build in viewer/ makes it`);
  process.exit(1);
}

/** One page that is made narrow, wide and dark: opening it takes most of the time. */
async function pictures(browser, { file, shot }) {
  const narrow = { width: 400, height: 860 }, wide = { width: 1440, height: 900 };
  const { page, complaints, close } = await open(browser, file, narrow);
  const keep = async (look) => {
    await settle(page);
    await page.screenshot({ path: join(out, `${shot}_${look}.png`) });
    assert.deepEqual(complaints, [], `${look}: the page complains`);
  };
  await page.evaluate(() => window.treadle.setTime(0.3 * Number(document.querySelector(".rail input").max)));
  await keep("narrow");
  await fitsWidth(page);
  await page.setViewportSize(wide);
  await keep("wide");
  await page.emulateMedia({ colorScheme: "dark" });
  await keep("dark");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  await page.emulateMedia({ colorScheme: "light" });
  await page.keyboard.press("3");
  await keep("below");
  await close();
}

/** Dark from the start, not only when the system changes its mind. */
async function opensDark(browser, { file }) {
  const { page, complaints, close } = await open(browser, file, { dark: true });
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  assert.deepEqual(complaints, [], "the page complains");
  await close();
}

async function examine(browser, one) {
  const { page, complaints, close } = await open(browser, one.file);
  const said = await one.steps?.(page);
  assert.deepEqual(complaints, [], "the page complains");
  await close();
  if (!options.runs) await pictures(browser, one);
  return said;
}

const wanted = (name) => name.includes(options.only);
const pages = options.data
  ? readdirSync(options.data).filter((f) => f.endsWith(".html"))
      .map((f) => ({ name: f, file: resolve(options.data, f), shot: f.replace(/\.html$/, "") }))
  : options.runs ? [] : madeUpPages(options.viewer, out);
if (options.treadle) pages.push(...runPages(resolve(options.treadle), out, options.runs ? 100_000 : 1_000_000));

let failed = 0;
async function test(name, act) {
  if (!wanted(name)) return;
  try {
    const said = await act();
    console.log(`ok    ${name}${said ? `: ${said}` : ""}`);
  } catch (error) {
    failed++;
    console.log(`FAIL  ${name}\n${error.stack ?? error}`);
  }
}

const browser = await launch();
try {
  for (const one of pages) await test(one.name, () => examine(browser, one));
  if (!options.data && !options.runs) await test("made up: dark", () => opensDark(browser, pages[0]));
} finally {
  await browser.close();
}
if (!options.data && !options.runs) await test("made up: no WebGL", () => withoutWebGl(pages[0].file));
console.log(failed > 0 ? `browser: ${failed} failed` : `browser: all pages in order, pictures in ${options.out}`);
process.exit(failed > 0 ? 1 : 0);
