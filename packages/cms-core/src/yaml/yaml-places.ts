import { isCollection, isNode, isPair, isScalar, type Node, Scalar } from "yaml";

/** Returns the start of the line that contains an offset. */
export function lineStart(source: string, offset: number): number {
  return source.lastIndexOf("\n", offset - 1) + 1;
}

/** Returns the offset after the line break that ends the line of `offset`. */
function lineEnd(source: string, offset: number): number {
  const end = source.indexOf("\n", offset);
  return end === -1 ? source.length : end + 1;
}

/** Returns the offset after the last line of a node, including its comment. */
export function nodeEnd(source: string, node: Node): number {
  if (isCollection(node) && node.flow !== true) {
    // The range of a block collection can include the comments that follow it.
    const last = lastNode(node.items.at(-1));
    if (last !== undefined) return nodeEnd(source, last);
  }
  const end = node.range?.[1] ?? source.length;
  const isBlock =
    isScalar(node) && (node.type === Scalar.BLOCK_LITERAL || node.type === Scalar.BLOCK_FOLDED);
  return isBlock && source.charAt(end - 1) === "\n" ? end : lineEnd(source, end);
}

function lastNode(item: unknown): Node | undefined {
  if (!isPair(item)) return isNode(item) ? item : undefined;
  if (isNode(item.value)) return item.value;
  return isNode(item.key) ? item.key : undefined;
}
