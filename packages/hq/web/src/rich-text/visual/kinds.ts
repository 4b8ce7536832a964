import type { NodeType } from "prosemirror-model";
import { schema } from "../../markdown/schema.ts";

function named(name: string): NodeType {
  const type = schema.nodes[name];
  if (type === undefined) throw new Error(`the schema has no node ${name}`);
  return type;
}

/** Node types of the schema, by their names in the editor. */
export const nodes = {
  paragraph: named("paragraph"),
  heading: named("heading"),
  quote: named("blockquote"),
  bullets: named("bullet_list"),
  numbers: named("ordered_list"),
  item: named("list_item"),
  code: named("code_block"),
  rule: named("rule"),
  table: named("table"),
  row: named("table_row"),
  cell: named("table_cell"),
  image: named("image"),
  break: named("hard_break"),
} as const;
