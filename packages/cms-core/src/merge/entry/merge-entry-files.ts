import { decodeText } from "../../base/bytes.ts";
import { isCmsError } from "../../base/errors.ts";
import { splitEntryFile } from "../../content/entry/parse-entry.ts";
import { ENTRY_KEYS, printEntryFile } from "../../content/entry/print-entry.ts";
import { isPlainFile } from "../../content/site/layout.ts";
import type { ContentType } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import { editYaml, plainTree } from "../../yaml/edit-yaml.ts";
import { readYaml, type YamlMap, type YamlValue } from "../../yaml/yaml.ts";
import { type MergeConflict, mergeNamed, mergeWhole, type Versions } from "../sequence/conflict.ts";
import { mergeLines } from "../sequence/merge-lines.ts";
import { type Decide, decideConflicts } from "./decide-conflicts.ts";
import { mergeEntries } from "./merge-entries.ts";

/** An entry with the bytes of its file. */
export interface EntryFile {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
}

export interface MergedEntryFile {
  readonly entry: Entry;
  readonly bytes: Uint8Array;
  readonly conflicts: readonly MergeConflict[];
}

interface MergeFilesOptions {
  /** A path whose extension tells whether the three files and the merged one have front matter. */
  readonly path: string;
  /** Decisions about fields in conflict. */
  readonly decide?: Decide | undefined;
}

/**
 * Merges an entry and its file: fields with `mergeEntries`, unknown keys individually, comments by line. The result is
 * the file of ours plus the changes of theirs.
 *
 * @param schema schema of all three files (after `moveBody` and `upgradeEntry`)
 * @throws CmsError the errors of `decodeText`, `splitFrontMatter`, and `readYaml`
 */
export function mergeEntryFiles(
  { base, ours, theirs }: { base: EntryFile | undefined; ours: EntryFile; theirs: EntryFile },
  schema: ContentType,
  { path, decide = () => undefined }: MergeFilesOptions,
): MergedEntryFile {
  const values = { base: base?.entry, ours: ours.entry, theirs: theirs.entry };
  const found = mergeEntries(values, schema);
  const { merged, conflicts } = decideConflicts(found, {
    schema,
    sides: { ours: ours.entry, theirs: theirs.entry },
    decide,
  });
  const texts = {
    base: base === undefined ? "" : yamlOf(base.bytes, path),
    ours: yamlOf(ours.bytes, path),
    theirs: yamlOf(theirs.bytes, path),
  };
  const unknown = mergeUnknown(texts, schema);
  const withComments = replaceYaml(ours.bytes, path, mergeLines(texts, { touching: "pass" }).text);
  const previous = canRead(withComments, path) ? withComments : ours.bytes;
  const printed = printEntryFile(merged, schema, { path, previous });
  const bytes = replaceYaml(printed, path, withKeys(yamlOf(printed, path), unknown.merged, schema));
  return { entry: merged, bytes, conflicts: [...conflicts, ...unknown.conflicts] };
}

function yamlOf(bytes: Uint8Array, path: string): string {
  return splitEntryFile(decodeText(bytes), path).yaml;
}

function replaceYaml(bytes: Uint8Array, path: string, yaml: string): Uint8Array {
  if (isPlainFile(path)) return Buffer.from(yaml);
  const text = decodeText(bytes);
  const start = text.indexOf("\n") + 1;
  const { yaml: before } = splitEntryFile(text, path);
  return Buffer.from(text.slice(0, start) + yaml + text.slice(start + before.length));
}

function canRead(bytes: Uint8Array, path: string): boolean {
  try {
    return readYaml(yamlOf(bytes, path)).size > 0;
  } catch (error) {
    if (isCmsError(error)) return false;
    throw error;
  }
}

/** Merges the keys of a file that belong neither to the system nor to a field. */
function mergeUnknown(
  texts: Versions<string>,
  schema: ContentType,
): {
  readonly merged: ReadonlyMap<string, YamlValue>;
  readonly conflicts: readonly MergeConflict[];
} {
  const maps = {
    base: unknownKeys(texts.base, schema),
    ours: unknownKeys(texts.ours, schema),
    theirs: unknownKeys(texts.theirs, schema),
  };
  return mergeNamed<YamlValue>(maps, mergeWhole);
}

function unknownKeys(yaml: string, schema: ContentType): YamlMap {
  const isKnown = knownKey(schema);
  return new Map([...readYaml(yaml)].filter(([key]) => !isKnown(key)));
}

function knownKey(schema: ContentType): (key: string) => boolean {
  const ids = new Set(schema.fields.map(({ id }) => id));
  return (key) => ENTRY_KEYS.has(key) || ids.has(key);
}

/** Replaces the unknown keys of a YAML text. */
function withKeys(yaml: string, keys: ReadonlyMap<string, YamlValue>, schema: ContentType): string {
  const entries = new Map([...keys].map(([key, value]) => [key, plainTree(value)] as const));
  const isKnown = knownKey(schema);
  const tree = { kind: "mapping", entries, known: (key: string) => !isKnown(key) } as const;
  return editYaml(yaml, tree, () => undefined);
}
