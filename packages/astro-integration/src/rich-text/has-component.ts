import { elementsOf, type HtmlNode } from "./html-tree.ts";

/** Returns whether `node` or a descendant is rendered by one of `components`, keyed by tag or component name. */
export function hasComponent(
  node: HtmlNode,
  components: Readonly<Record<string, unknown>>,
): boolean {
  for (const { tag, component } of elementsOf([node])) {
    if (Object.hasOwn(components, component?.name ?? tag)) return true;
  }
  return false;
}
