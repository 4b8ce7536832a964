import { type FilterNode, isPresence } from "./filter-syntax.ts";

/** A value with a backslash before each character that has a meaning in `filters`. */
export function escapeFilterValue(value: string): string {
  return value.replaceAll(/[()[\]\\]/g, "\\$&");
}

/** The text that `parseFilters` reads to this tree. */
export function printFilters(node: FilterNode): string {
  if (node.kind === "term") {
    const { field, operator, value } = node;
    return `${field}[${operator}]${isPresence(operator) ? "" : escapeFilterValue(value)}`;
  }
  const right = printFilters(node.right);
  return `${printFilters(node.left)}[${node.kind}]${node.right.kind === "term" ? right : `(${right})`}`;
}
