// Builds the page as one file: script and style are put into index.html, with the licences of what
// they contain.
import { readFileSync } from "node:fs";
import { defineConfig, type Plugin } from "vite";

function licences(): string {
  const texts = ["three", "uplot"].map((name) => {
    const text = readFileSync(new URL(`node_modules/${name}/LICENSE`, import.meta.url), "utf8");
    return `This page contains ${name}:\n\n${text.trim()}\n`;
  });
  return `<!--\n${texts.join("\n").replace(/--/g, "- -")}-->\n`;
}

function oneFile(): Plugin {
  return {
    name: "one-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      const page = bundle["index.html"];
      if (page?.type !== "asset") throw new Error("no index.html in the bundle");
      let html = String(page.source);
      let script = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") {
          script += part.code;
          html = html.replace(new RegExp(`<script[^>]*src="[^"]*${name}"[^>]*></script>`), "");
        } else if (name.endsWith(".css")) {
          const style = `<style>${String(part.source)}</style>`;
          html = html.replace(new RegExp(`<link[^>]*href="[^"]*${name}"[^>]*>`), () => style);
        } else continue;
        delete bundle[name];
      }
      // Nothing inside the script may end it or begin a comment of the page.
      script = script.replace(/<(?=\/script|script|!--)/gi, "\\x3C");
      html = html.replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
      const data = html.split('<script type="application/json" id="treadle-data">null</script>');
      if (data.length !== 2) throw new Error("the place of the data is not there exactly once");
      if (/<script[^>]+src=|<link[^>]+href=/.test(html)) throw new Error("something is left outside");
      page.source = html.replace("<html", () => `${licences()}<html`);
    },
  };
}

export default defineConfig({
  base: "./",
  plugins: [oneFile()],
  build: {
    target: "es2020",
    assetsInlineLimit: 1 << 24,
    cssCodeSplit: false,
    modulePreload: false,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
  },
});
