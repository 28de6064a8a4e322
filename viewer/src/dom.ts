// Elements in one expression. Text goes in as text, never as markup.

type Child = Node | string | null | undefined | false;
interface Props {
  class?: string;
  title?: string;
  id?: string;
  [attribute: string]: unknown;
}

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) put(node, name, value);
  for (const child of children) if (child) node.append(child);
  return node;
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, props: Props = {}, ...children: Child[]
): SVGElementTagNameMap[K] {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(props)) put(node, name, value);
  for (const child of children) if (child) node.append(child);
  return node;
}

function put(node: Element, name: string, value: unknown): void {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on") && typeof value === "function")
    node.addEventListener(name.slice(2), value as EventListener);
  else node.setAttribute(name, value === true ? "" : String(value));
}

/** A button with an icon of our own set, a name for screen readers and a tooltip. */
export function iconButton(icon: string, label: string, press: () => void): HTMLButtonElement {
  const button = el("button", { class: "icon", type: "button", "aria-label": label, title: label,
    onclick: press });
  setIcon(button, icon);
  return button;
}

export function setIcon(button: HTMLElement, path: string): void {
  button.replaceChildren(svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: path })));
}

export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = el("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** A file name from a model name. */
export function fileName(name: string): string {
  return name.replace(/[^\w.-]+/g, "_").slice(0, 80) || "treadle";
}
