import { CsvError, parse } from "csv-parse/sync";
import { decodeText } from "../../../base/bytes.ts";
import { CmsError, type Issue } from "../../../base/errors.ts";
import { isPrototypeName } from "../../../base/reserved-names.ts";
import { withoutControls } from "../../../base/text.ts";
import { isYamlMap } from "../../../yaml/yaml.ts";
import type { CollectionFile } from "../frameworks/framework.ts";
import { readDataFile, type SourceDocument } from "../source/read-document.ts";
import {
  isLiteral,
  isSourceList,
  type SourceMap,
  type SourceValue,
} from "../source/source-keys.ts";
import type { Place } from "./place-file.ts";

/** An entry of a file with several. */
interface FileEntry {
  readonly place: Place;
  readonly document: SourceDocument;
}

export interface FileEntries {
  readonly entries: readonly FileEntry[];
  /** Parts of the file that aren't entries, with the reason. */
  readonly failed: readonly Issue[];
}

/**
 * Reads the entries of a file by the rules of Astro's `file()`: an object with IDs as keys, or a list of objects with
 * an `id` or `slug`.
 *
 * @throws CmsError if the file cannot be parsed
 */
export function readCollectionFile(bytes: Uint8Array, file: CollectionFile): FileEntries {
  const failed: Issue[] = [];
  const refuse = (message: string): void => {
    failed.push({ code: "invalid", message: `${file.path}: ${message}`, path: file.path });
  };
  const data = dataOf(bytes, file);
  const entries = new Map<string, SourceMap>();
  for (const [index, [id, values]] of itemsOf(data).entries()) {
    const label = id === undefined ? `The entry ${index + 1}` : `The entry ${JSON.stringify(id)}`;
    if (!isYamlMap(values)) {
      // Editors read this key.
      if (id !== "$schema") refuse(`${label} is not a mapping of keys to values.`);
    } else if (id === undefined) refuse(`${label} has neither an "id" nor a "slug".`);
    else {
      if (entries.has(id))
        refuse(`${label} occurs more than once. Only the last one was imported.`);
      entries.set(id, values);
    }
  }
  return { entries: [...entries].map(([id, values]) => toEntry(id, values, file)), failed };
}

function dataOf(bytes: Uint8Array, { path, parser }: CollectionFile): SourceValue {
  if (parser.kind === "csv") return readCsv(bytes, { path, delimiter: parser.delimiter });
  let data = readDataFile(bytes, { path });
  for (const key of parser.kind === "data" ? parser.keys : []) {
    data = (isYamlMap(data) ? data.get(key) : undefined) ?? [];
  }
  return data;
}

function itemsOf(data: SourceValue): [id: string | undefined, values: SourceValue][] {
  if (isYamlMap(data)) return [...data];
  if (!isSourceList(data)) return [];
  return data.map((item) => [idOf(item), item]);
}

function idOf(item: SourceValue): string | undefined {
  if (!isYamlMap(item)) return undefined;
  const texts = [item.get("id"), item.get("slug")].filter((value) => typeof value === "string");
  return texts.find((text) => text.trim() !== "");
}

function readCsv(
  bytes: Uint8Array,
  { path, delimiter }: { readonly path: string; readonly delimiter: string },
): SourceValue {
  const text = withoutControls(decodeText(bytes, { path }));
  const [header = [], ...rows] = parseRows(text, { path, delimiter });
  const keys = header.map((key) => key.trim().normalize("NFC"));
  const reserved = keys.find(isPrototypeName);
  if (reserved !== undefined) {
    const message = `${path} has the reserved column "${reserved}".`;
    throw new CmsError("reserved_name", message, {
      issues: [{ code: "reserved_name", message, path, line: 1 }],
    });
  }
  return rows.map(
    (cells): SourceMap =>
      new Map(keys.flatMap((key, index) => (key === "" ? [] : [[key, cells[index] ?? ""]]))),
  );
}

function parseRows(
  text: string,
  { path, delimiter }: { readonly path: string; readonly delimiter: string },
): string[][] {
  try {
    return parse(text, { delimiter, skip_empty_lines: true, relax_column_count: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    const message = `${path} is not valid CSV: ${error.message}`;
    throw new CmsError("invalid", message, { issues: [{ code: "invalid", message, path }] });
  }
}

function toEntry(id: string, values: SourceMap, { path, collection }: CollectionFile): FileEntry {
  const inside = `${collection}/${id}`;
  const isText = ([key, value]: readonly [string, SourceValue]): boolean =>
    typeof value === "string" && !isLiteral(values, key);
  const quoted = path.endsWith(".csv") ? [] : [...values].filter(isText).map(([key]) => key);
  return {
    place: {
      // Links are relative to the folder of the file.
      path: `${path}#${id.replaceAll("/", "%2F")}`,
      file: path,
      collection,
      key: id,
      inside,
      whole: inside,
      translated: false,
      draft: false,
      data: true,
    },
    document: { values, body: "", bodyLine: 1, quoted: new Set(quoted), repaired: new Set() },
  };
}
