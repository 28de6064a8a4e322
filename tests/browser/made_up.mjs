// Pages from made-up data: what a run may lack, and what it may have too much of.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fill } from "../../viewer/dev/pack.mjs";
import { CASES } from "../../viewer/dev/synthetic.mjs";
import * as check from "./checks.mjs";
import { launch, open, pictureColors, pictureHash, settle } from "./page.mjs";

/** name -> what to do with the open page */
const STEPS = {
  async plain(page) {
    await check.works(page);
    await check.savesCsv(page);
    await check.savesPng(page);
    await check.zooms(page);
    assert.equal(await page.locator(".tick").count(), 2);
    assert.equal(await page.locator(".graph .cut .cross").count(), 1);
    await check.plotsOver(page, "coupler.x", "coupler.z");
    await check.drawsPath(page, "eye");
    await check.structureFits(page);
    await page.keyboard.press("?");
    assert.ok(await page.locator("dialog.help").isVisible());
    await page.keyboard.press("Escape");
    assert.ok(!(await page.locator("dialog.help").isVisible()));
    await page.keyboard.press("f");
    assert.equal(await page.getByLabel("Body to follow").evaluate((s) => s.selectedOptions[0].textContent), "crank");
    await page.keyboard.press("+");
    assert.equal(await page.getByLabel("Speed").inputValue(), "2");
    // numbers of an axis tell neighbours apart, however small its range is
    for (const [values, texts] of [[[0.43001, 0.43002, 0.43003], ["0.43001", "0.43002", "0.43003"]],
      [[1234567, 1234568], ["1.234567e6", "1.234568e6"]], [[-1e-17, 1e-4], ["0", "1e−4"]], [[0, 50, 100], ["0", "50", "100"]],
      [[0, 5000, 10000], ["0", "5000", "10000"]]])
      assert.deepEqual(await page.evaluate((v) => window.treadle.ticks(v), values), texts);
  },
  async bare(page) {
    assert.match(await page.locator(".plots .notice").innerText(), /no channels/);
    assert.ok(await page.getByRole("button", { name: "Play" }).isDisabled());
  },
  async single(page) {
    assert.ok(await page.getByRole("button", { name: "Play" }).isDisabled());
    assert.equal(await page.evaluate(() => window.treadle.time), 0);
    assert.ok(await pictureColors(page) > 20, "the picture is empty");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Space");
    assert.equal(await page.evaluate(() => window.treadle.time), 0);
    assert.ok(!(await page.locator("body").innerText()).includes("NaN"));
    await check.savesCsv(page);
  },
  async names(page) {
    await check.namesAreText(page, '<b>crank</b><img src=x onerror="window.broken=1">');
  },
  async gaps(page) {
    await page.evaluate(() => window.treadle.setTime(5 * 250 / 1999));
    await settle(page);
    assert.equal(await page.locator(".legend .value").first().innerText(), "–");
    assert.ok(Number.isNaN(await page.evaluate(() => window.treadle.valueAt("rocker_pivot.q", 5 * 250 / 1999))));
    await check.plays(page);
    await check.savesCsv(page);
  },
  async coarse(page) {
    // between 24 samples the drawn curve passes through each of them, smoothly
    await check.plotsOver(page, "coupler.x", "coupler.z");
  },
  async crowd(page) {
    await check.structureFits(page);
  },
  async pile(page) {
    await check.plays(page);
    assert.equal(await page.getByLabel("Body to follow").evaluate((s) => s.options.length), 301);
    const with_arrows = await pictureHash(page);
    await page.getByRole("button", { name: "What to show" }).click();
    await page.getByLabel("Forces of contacts", { exact: true }).uncheck();
    await settle(page);
    assert.notEqual(await pictureHash(page), with_arrows, "arrows of contacts are not drawn");
  },
  async travel(page) {
    assert.notEqual(await page.getByLabel("Body to follow").inputValue(), "", "a mechanism that travels is not followed");
    await page.keyboard.press("End");
    await settle(page);
    assert.ok(await pictureColors(page) > 20, "the mechanism left the picture");
  },
};

export function madeUpPages(viewer, out) {
  const page = readFileSync(viewer, "utf8");
  return Object.keys(STEPS).map((name) => {
    const file = join(out, `made_up_${name}.html`);
    writeFileSync(file, fill(page, CASES[name]()));
    return { name: `made up: ${name}`, file, shot: `made_up_${name}`, steps: STEPS[name] };
  });
}

/** Without WebGL there is a message, and the plots work. */
export async function withoutWebGl(file) {
  const browser = await launch(["--disable-gpu", "--disable-3d-apis"]);
  try {
    const { page, close } = await open(browser, file);
    assert.match(await page.locator(".scene .notice").innerText(), /no 3D/);
    await check.togglesChannel(page);
    await check.plotMovesTime(page);
    await close();
  } finally {
    await browser.close();
  }
}
