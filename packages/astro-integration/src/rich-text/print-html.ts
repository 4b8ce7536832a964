import type { Attributes, HtmlNode } from "./html-tree.ts";

const VOID = new Set(["br", "hr", "img", "input", "col", "wbr", "source"]);

/** Prints the tree as HTML with all text escaped. */
export function printHtml(nodes: readonly HtmlNode[]): string {
  return nodes.map(printNode).join("");
}

function printNode(node: HtmlNode): string {
  if (node.kind === "text") return escapeHtml(node.value);
  if (node.component !== undefined) return printHtml(node.children);
  const open = `<${node.tag}${printAttributes(node.attributes)}>`;
  return VOID.has(node.tag) ? open : `${open}${printHtml(node.children)}</${node.tag}>`;
}

/** Prints attributes, each preceded by a space. */
export function printAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${escapeHtml(value)}"`))
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
