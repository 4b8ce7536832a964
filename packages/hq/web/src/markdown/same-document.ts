import { Fragment, type Node } from "prosemirror-model";
import { joinTexts } from "./read-text.ts";
import { schema } from "./schema.ts";
import { withoutEdges } from "./write-tree.ts";

/**
 * Returns whether two documents are equal as far as Markdown can express: ignores empty paragraphs, whitespace at the
 * edges of blocks and marks, boundaries between adjacent lists of the same kind, and looseness of lists that isn't
 * visible.
 */
export function isSameDocument(one: Node, other: Node): boolean {
  return one.eq(other) || normalised(one).eq(normalised(other));
}

function normalised(node: Node): Node {
  if (node.isLeaf || node.type.spec.code === true) return node;
  if (node.isTextblock) return node.copy(Fragment.fromArray(normalisedTexts(node)));
  const children: Node[] = [];
  for (const child of node.children.map(normalised)) {
    const last = children.at(-1);
    if (child.type === schema.nodes.paragraph && child.content.size === 0) continue;
    if (last !== undefined && isList(child) && last.type === child.type) {
      children[children.length - 1] = last.copy(last.content.append(child.content));
    } else children.push(child);
  }
  const attrs = "spread" in node.attrs ? { ...node.attrs, spread: false } : node.attrs;
  return node.type.create(attrs, children);
}

export function isList({ type }: Node): boolean {
  return type === schema.nodes.bullet_list || type === schema.nodes.ordered_list;
}

function normalisedTexts(block: Node): Node[] {
  return joinTexts(withoutEdges(block.children));
}
