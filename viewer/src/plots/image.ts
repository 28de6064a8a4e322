// All plots with their legends in one PNG.
import { cssColor } from "../theme";
import type { PlotView } from "./plot";

const ROW = 20, GAP = 14;

export function plotsImage(plots: PlotView[], title: string, time: string): Promise<Blob | null> {
  const ratio = window.devicePixelRatio || 1;
  const sizes = plots.map((p) => ({ w: p.canvas().width / ratio, h: p.canvas().height / ratio }));
  const width = Math.max(320, ...sizes.map((s) => s.w)) + 24;
  const height = 40 + plots.reduce((sum, p, i) => sum + p.channels.length * ROW + sizes[i]!.h + GAP, 0);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const c = canvas.getContext("2d")!;
  c.scale(ratio, ratio);
  c.fillStyle = cssColor("--panel");
  c.fillRect(0, 0, width, height);
  c.textBaseline = "middle";
  c.fillStyle = cssColor("--text");
  c.font = "600 14px system-ui, sans-serif";
  c.fillText(title, 12, 20);
  let y = 40;
  plots.forEach((plot, i) => {
    c.font = "13px system-ui, sans-serif";
    plot.channels.forEach((channel, k) => {
      const pen = plot.pens[k]!;
      c.strokeStyle = pen.color;
      c.lineWidth = 2.5;
      c.setLineDash(pen.dash);
      c.beginPath();
      c.moveTo(14, y + ROW / 2);
      c.lineTo(40, y + ROW / 2);
      c.stroke();
      c.setLineDash([]);
      c.fillStyle = cssColor("--text");
      c.fillText(`${channel.name} [${channel.unit || "1"}]`, 48, y + ROW / 2);
      y += ROW;
    });
    c.drawImage(plot.canvas(), 6, y, sizes[i]!.w, sizes[i]!.h);
    y += sizes[i]!.h + GAP;
  });
  c.fillStyle = cssColor("--soft");
  c.textAlign = "right";
  c.fillText(time, width - 12, 20);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
