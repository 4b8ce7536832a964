import { bodyField, type ContentType } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import { editEntryFile } from "./edit-entry.ts";
import { entryTree, type TitleOf } from "./entry-tree.ts";
import { normalizeEntry } from "./normalize-entry.ts";
import { printBody } from "./print-body.ts";
import { printMapping } from "./yaml-tree.ts";

export interface PrintEntryOptions {
  /** The file as it is; unknown keys, comments and formatting of what does not change are kept. */
  readonly previous?: Uint8Array;
  /** Names the targets of references and media in comments. */
  readonly titleOf?: TitleOf;
}

/**
 * The bytes of an entry's file: canonical for a new file, written into `previous` otherwise. Types with
 * a rich text field are Markdown with front matter, others plain YAML.
 */
export function printEntryFile(
  entry: Entry,
  schema: ContentType,
  { previous, titleOf = () => undefined }: PrintEntryOptions = {},
): Uint8Array {
  const normal = normalizeEntry(entry, schema);
  const tree = entryTree(normal, schema, titleOf);
  const edited = previous === undefined ? undefined : editEntryFile(previous, normal, schema, tree);
  if (edited !== undefined) return edited;
  const yaml = printMapping(tree);
  const body = bodyField(schema);
  if (body === undefined) return Buffer.from(yaml);
  return Buffer.from(`---\n${yaml}---\n${printBody(normal.values.get(body.id))}`);
}
