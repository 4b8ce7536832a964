import { elementsOf, type HtmlNode } from "./html-tree.ts";

/** Whether `node` or anything in it is rendered by one of `components`, keyed by tag. */
export function hasComponent(
  node: HtmlNode,
  components: Readonly<Record<string, unknown>>,
): boolean {
  for (const { tag } of elementsOf([node])) if (Object.hasOwn(components, tag)) return true;
  return false;
}
