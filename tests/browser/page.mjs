// A browser and its pages, with bounded waits and every complaint of a page kept.
import { createRequire } from "node:module";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const WAIT = 30_000;   // milliseconds, for anything; a hanging page is a failure, not a hanging test
let modules = fileURLToPath(new URL("../../viewer", import.meta.url));

/** The folder in whose node_modules the driver of the browser is. */
export function takeModulesFrom(folder) {
  modules = resolve(folder);
}

/** Chromium with WebGL in software: $CHROMIUM, else where Debian puts it. */
export function launch(more = []) {
  const { chromium } = createRequire(join(modules, "package.json"))("playwright-core");
  const path = process.env.CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find((p) => existsSync(p));
  if (!path) throw new Error("no chromium found: apt-get install chromium, or set CHROMIUM");
  return chromium.launch({
    executablePath: path, timeout: WAIT,
    args: ["--headless=new", "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
      "--ignore-gpu-blocklist", "--disable-dev-shm-usage", ...more],
  });
}

/** Opens a file; `complaints` collects errors of page and console. Any request but file: and blob: is one. */
export async function open(browser, file, { width = 1440, height = 900, dark = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? "dark" : "light" });
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT);
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(`page error: ${e.message}`));
  page.on("console", (m) => {
    // Remarks of the driver on reading pixels back are not the page's.
    if (["error", "warning"].includes(m.type()) && !/GL Driver Message|GPU stall/.test(m.text()))
      complaints.push(`console ${m.type()}: ${m.text()}`);
  });
  page.on("request", (r) => {
    if (!/^(file|blob|data):/.test(r.url())) complaints.push(`goes to the network: ${r.url()}`);
  });
  await page.goto(pathToFileURL(file).href, { timeout: WAIT });
  await page.waitForFunction(() => window.treadle?.ready, null, { timeout: WAIT });
  await settle(page);
  return { page, complaints, close: () => context.close() };
}

/** Two frames later everything asked for has been drawn. */
export function settle(page) {
  return page.evaluate(() => new Promise((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))));
}

/** The 3D picture, made small: four bytes for each pixel. */
function picture(page) {
  return page.evaluate(() => {
    const source = document.querySelector(".stage canvas");
    const small = document.createElement("canvas");
    small.width = 200;
    small.height = 120;
    const c = small.getContext("2d");
    c.drawImage(source, 0, 0, 200, 120);
    return Array.from(c.getImageData(0, 0, 200, 120).data);
  });
}

/** A number that changes when the 3D picture does. */
export async function pictureHash(page) {
  let hash = 0;
  for (const v of await picture(page)) hash = (hash * 31 + v) | 0;
  return hash;
}

/** How many different colours the 3D picture has: an empty one has few. */
export async function pictureColors(page) {
  return new Set(new Uint32Array(new Uint8Array(await picture(page)).buffer)).size;
}
