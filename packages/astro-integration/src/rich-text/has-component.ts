import { elementsOf, type HtmlNode } from "./html-tree.ts";

/** Whether `node` or anything in it is rendered by one of `components`, keyed by tag, or by the name of a component. */
export function hasComponent(
  node: HtmlNode,
  components: Readonly<Record<string, unknown>>,
): boolean {
  for (const { tag, component } of elementsOf([node])) {
    if (Object.hasOwn(components, component?.name ?? tag)) return true;
  }
  return false;
}
