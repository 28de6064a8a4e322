// What a report has to do in a browser, as functions of an open page.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { readCsv } from "./csv.mjs";
import { pictureColors, pictureHash, settle } from "./page.mjs";

const time = (page) => page.evaluate(() => window.treadle.time);

/** Play moves time and the picture; pause stops both, and nothing is drawn any more. */
export async function plays(page) {
  assert.ok(await pictureColors(page) > 20, "the picture is empty");
  const before = { time: await time(page), hash: await pictureHash(page) };
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction((t) => window.treadle.playing && window.treadle.time > t + 0.05, before.time);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Pause" }).click();
  await settle(page);
  const stopped = await time(page);
  assert.ok(stopped !== before.time, "time does not move");
  assert.notEqual(await pictureHash(page), before.hash, "the picture does not move");
  await settle(page);
  assert.equal(await time(page), stopped, "time moves after pause");
}

/** No frame is asked for while nothing changes. */
export async function rests(page) {
  const asked = await page.evaluate(async () => {
    let count = 0;
    const original = window.requestAnimationFrame;
    window.requestAnimationFrame = (f) => {
      count++;
      return original.call(window, f);
    };
    await new Promise((done) => setTimeout(done, 300));
    window.requestAnimationFrame = original;
    return count;
  });
  assert.equal(asked, 0, "the page draws while it rests");
}

/** The slider and the keys move time, the picture and the line in the plots. */
export async function scrubs(page) {
  const slider = page.getByRole("slider", { name: "Time", exact: true });
  const box = await slider.boundingBox();
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
  await settle(page);
  const [middle, end] = [await time(page), Number(await slider.getAttribute("max"))];
  assert.ok(Math.abs(middle / end - 0.5) < 0.05, `the middle of the slider is ${middle} of ${end}`);
  const hash = await pictureHash(page);
  const line = () => page.locator(".plot .now").first().evaluate((n) => n.style.transform);
  const placed = await line();
  await page.keyboard.press("End");
  await settle(page);
  assert.equal(await time(page), end);
  assert.notEqual(await line(), placed, "the line in the plot does not move");
  await page.keyboard.press("Shift+ArrowLeft");
  assert.ok(await time(page) < end, "the arrow key does not step back");
  await page.keyboard.press("Home");
  await settle(page);
  assert.notEqual(await pictureHash(page), hash, "the picture does not follow the slider");
}

/** A click in a plot moves time there. */
export async function plotMovesTime(page) {
  const over = page.locator(".plot .u-over").first();
  const box = await over.boundingBox();
  await page.mouse.click(box.x + box.width * 0.25, box.y + box.height / 2);
  const end = Number(await page.getByRole("slider", { name: "Time", exact: true }).getAttribute("max"));
  assert.ok(Math.abs(await time(page) / end - 0.25) < 0.02, "a click in the plot does not move time");
}

/** A channel that was not plotted appears in a legend when it is ticked, and goes when it is not. */
export async function togglesChannel(page) {
  const shown = () => page.locator(".legend li").evaluateAll((all) => all.map((li) => li.dataset.channel));
  const first = await shown();
  const name = await page.evaluate((plotted) => window.treadle.channels.find((c) => !plotted.includes(c)), first);
  assert.ok(name, "all channels are plotted");
  await page.getByRole("button", { name: "Channels", exact: true }).click();
  await page.getByRole("searchbox", { name: "Search channels" }).fill(name);
  const tick = page.locator(".picker input[type=checkbox]").and(page.locator(`[data-channel=${JSON.stringify(name)}]`));
  await tick.check();
  assert.deepEqual((await shown()).sort(), [...first, name].sort());
  await tick.uncheck();
  assert.deepEqual((await shown()).sort(), [...first].sort());
  await page.keyboard.press("Escape");
}

/** Every tenth of the rows of the CSV: the page's value is the file's, up to the 32 bits it is stored with. */
export async function agreesWithCsv(page, file, tolerance = 1e-6) {
  const csv = readCsv(readFileSync(file, "utf8"));
  const channels = await page.evaluate(() => window.treadle.channels);
  const common = csv.names.filter((n) => n !== "time" && channels.includes(n));
  assert.ok(common.length > 0, "no channel of the page is in the CSV");
  const times = csv.column("time");
  const rows = times.map((_, i) => i).filter((i) => i % Math.max(1, Math.floor(times.length / 10)) === 0);
  let compared = 0;
  for (const name of common) {
    const theirs = csv.column(name);
    const ours = await page.evaluate(([n, ts]) => ts.map((t) => window.treadle.valueAt(n, t)), [name, rows.map((i) => times[i])]);
    rows.forEach((row, k) => {
      const away = Math.abs(ours[k] - theirs[row]);
      assert.ok(away <= tolerance * Math.abs(theirs[row]) + 1e-30,
        `${name} at ${times[row]} s: the page says ${ours[k]}, the CSV ${theirs[row]}`);
      compared++;
    });
  }
  return compared;
}

/** The number in the legend is the value at the clock's time. */
export async function legendShowsValue(page) {
  await page.evaluate(() => window.treadle.setTime(0.37 * Number(document.querySelector(".rail input").max)));
  await settle(page);
  const rows = await page.locator(".legend li").evaluateAll((all) => all.map((li) =>
    [li.dataset.channel, li.querySelector(".value").textContent.replace(/−/g, "-"), li.querySelector(".unit").textContent]));
  assert.ok(rows.length > 0, "no legend");
  for (const [name, shown] of rows) {
    const value = await page.evaluate((n) => window.treadle.valueAt(n, window.treadle.time), name);
    assert.ok(Math.abs(Number(shown) - value) <= 1e-4 * Math.abs(value) + 1e-12, `${name}: legend ${shown}, value ${value}`);
  }
}

/** The saved CSV has the plotted channels with units and the values of the page. */
export async function savesCsv(page) {
  const [saved] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the plotted channels (CSV)" }).click()]);
  const csv = readCsv(readFileSync(await saved.path(), "utf8"));
  const row = csv.rows[Math.floor(csv.rows.length / 2)];
  const plotted = await page.locator(".legend li").evaluateAll((all) => all.map((li) => li.dataset.channel));
  assert.deepEqual([...csv.names].sort(), ["time", ...plotted].sort());
  for (const name of plotted) {
    const value = await page.evaluate(([n, t]) => window.treadle.valueAt(n, t), [name, row[0]]);
    const theirs = row[csv.names.indexOf(name)];
    assert.ok(Object.is(value, theirs) || Math.abs(value - theirs) <= 1e-6 * Math.abs(value), `${name}: ${theirs} saved, ${value} shown`);
  }
}

/** The saved picture of the plots is a PNG of some size. */
export async function savesPng(page) {
  const [saved] = await Promise.all([page.waitForEvent("download"),
    page.getByRole("button", { name: "Save the plots (PNG)" }).click()]);
  const bytes = readFileSync(await saved.path());
  assert.equal(bytes.subarray(1, 4).toString(), "PNG");
  assert.ok(bytes.length > 4000, "the saved picture is empty");
}

/** Nothing sticks out sideways. */
export async function fitsWidth(page) {
  const [content, window_] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
  assert.ok(content <= window_, `the page is ${content} px wide, the window ${window_}`);
}

/** Zooming changes the stretch that the plots show; the button brings it back. */
export async function zooms(page) {
  const span = () => page.locator(".plot .now").first().evaluate((n) => n.hidden ? "out" : n.style.transform);
  await page.evaluate(() => window.treadle.setTime(0.4 * Number(document.querySelector(".rail input").max)));
  await page.getByRole("button", { name: "Show the whole run" }).click();
  const whole = await span();
  const over = page.locator(".plot .u-over").first();
  const box = await over.boundingBox();
  await page.keyboard.down("Shift");
  await page.mouse.move(box.x + box.width * 0.3, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 50, { steps: 4 });
  await page.mouse.up();
  await page.keyboard.up("Shift");
  await settle(page);
  assert.notEqual(await span(), whole, "a drag with Shift does not zoom");
  await page.getByRole("button", { name: "Show the whole run" }).click();
  await settle(page);
  assert.equal(await span(), whole);
}

/** Channels over another one: a curve with a dot on it, and a click on the curve moves time. */
export async function plotsOver(page, x, y) {
  const ticked = () => page.locator(".legend li").evaluateAll((all) => all.map((li) => li.dataset.channel));
  await page.getByRole("button", { name: "Channels", exact: true }).click();
  for (const name of [x, y]) {
    await page.getByRole("searchbox", { name: "Search channels" }).fill(name);
    await page.locator(".picker input[type=checkbox]").and(page.locator(`[data-channel=${JSON.stringify(name)}]`)).check();
  }
  await page.keyboard.press("Escape");
  await page.getByLabel("Plot over").selectOption(x);
  await settle(page);
  assert.ok(!(await ticked()).includes(x), "the horizontal channel is plotted over itself");
  const canvas = page.locator(".plot.xy canvas").first();
  assert.match(await canvas.getAttribute("aria-label"), new RegExp(` over ${x.replace(/[.]/g, "[.]")}$`));
  const drawn = () => canvas.evaluate((c) => c.toDataURL());
  const before = await drawn();
  await page.evaluate(() => window.treadle.setTime(0.63 * Number(document.querySelector(".rail input").max)));
  await settle(page);
  assert.notEqual(await drawn(), before, "the dot does not move with time");
  const [at, box] = [await time(page), await canvas.boundingBox()];
  await page.mouse.click(box.x + 80, box.y + 12);
  assert.notEqual(await time(page), at, "a click on the curve does not move time");
  await page.getByLabel("Plot over").selectOption("");
  assert.equal(await page.locator(".plot.xy").count(), 0);
  assert.ok((await ticked()).includes(x));
}

/** Ticking a path draws it, without moving time. */
export async function drawsPath(page, name) {
  await page.evaluate(() => window.treadle.setTime(0.5 * Number(document.querySelector(".rail input").max)));
  await settle(page);
  const without = await pictureHash(page);
  await page.getByRole("button", { name: "What to show" }).click();
  await page.getByLabel(name, { exact: true }).check();
  await settle(page);
  assert.notEqual(await pictureHash(page), without, `the path of ${name} is not drawn`);
  await page.getByLabel(name, { exact: true }).uncheck();
  await settle(page);
  assert.equal(await pictureHash(page), without, `the path of ${name} stays`);
  await page.getByRole("button", { name: "What to show" }).click();
}

/** Everything of the graph lies inside its picture, and the picture inside its card (or is scrolled there). */
export async function structureFits(page) {
  const out = await page.evaluate(() => {
    const picture = document.querySelector(".sheet .graph"), frame = picture.getBoundingClientRect();
    const outside = [...picture.querySelectorAll("path, rect, circle")].filter((p) => {
      const box = p.getBoundingClientRect();
      return box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1 || box.bottom > frame.bottom + 1;
    }).length;
    const sheet = picture.parentElement.getBoundingClientRect(), card = picture.closest(".card").getBoundingClientRect();
    return { outside, sheet: sheet.right - card.right, page: document.documentElement.scrollWidth - window.innerWidth };
  });
  assert.equal(out.outside, 0, "lines of the graph leave its picture");
  assert.ok(out.sheet <= 0 && out.page <= 0, `the graph leaves its card or the page: ${JSON.stringify(out)}`);
}

/** Names with markup in them are text; nothing of them became an element or ran. */
export async function namesAreText(page, name) {
  await page.getByRole("button", { name: "What to show" }).click();
  for (const box of await page.locator(".popover input[type=checkbox]").all()) await box.check();
  await page.getByRole("button", { name: "Channels", exact: true }).click();
  await settle(page);
  assert.ok((await page.locator("body").innerText()).includes(name), `the text ${name} is not on the page`);
  assert.equal(await page.evaluate(() => window.broken), undefined, "a script in a name ran");
  assert.equal(await page.locator("#app b, #app img, #app i").count(), 0, "a name became an element");
}

/** What every page with several samples and channels can do. */
export async function works(page) {
  await rests(page);
  await plays(page);
  await scrubs(page);
  await plotMovesTime(page);
  await togglesChannel(page);
  await legendShowsValue(page);
}
