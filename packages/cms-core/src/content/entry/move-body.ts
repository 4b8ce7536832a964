import { decodeText } from "../../base/decode-text.ts";
import { bodyField, type ContentType } from "../../model/content-type.ts";
import { editYaml } from "../../yaml/edit-yaml.ts";
import { stringLeaf, type YamlTree } from "../../yaml/yaml-tree.ts";
import { readYaml } from "../../yaml/yaml.ts";
import { trimBody } from "./normalize-entry.ts";
import { splitEntryFile } from "./parse-entry.ts";
import { printBody } from "./print-body.ts";

export interface MoveBodyOptions {
  /** Of the file as it is: whether it has front matter. */
  readonly path: string;
  /** The schema that the file was written by. */
  readonly from: ContentType;
  /** The schema that it is to be written by. */
  readonly to: ContentType;
}

/**
 * An entry file with its text where another schema has it: as Markdown body or under its field's key, with
 * front matter or without. Nothing is lost: the text of a body whose field was deleted stays under its
 * key, as the values of other deleted fields do. The same bytes come back when nothing has to move.
 *
 * @throws CmsError the codes of `decodeText`, `splitFrontMatter` and `readYaml`
 */
export function moveBody(previous: Uint8Array, { path, from, to }: MoveBodyOptions): Uint8Array {
  const isPlain = path.endsWith(".yml");
  const before = isPlain ? undefined : bodyField(from);
  const after = bodyField(to);
  if (before?.id === after?.id && isPlain === (after === undefined)) return previous;
  const { yaml, body } = splitEntryFile(decodeText(previous), path);
  const entries = new Map<string, YamlTree>();
  const text = trimBody(body);
  if (before !== undefined && text !== "") entries.set(before.id, stringLeaf(text));
  const value = after === undefined ? undefined : readYaml(yaml).get(after.id);
  const moved = (key: string): boolean => key === before?.id || key === after?.id;
  const edited = editYaml(yaml, { kind: "mapping", entries, known: moved }, () => undefined);
  if (after === undefined) return Buffer.from(edited);
  return Buffer.from(`---\n${edited}---\n${printBody(typeof value === "string" ? value : "")}`);
}
