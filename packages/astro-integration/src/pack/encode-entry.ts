import type { Head } from "./pack-format.ts";

/** Texts from this length on are kept beside the JSON and read only when a page uses them. */
const LONG_TEXT = 256;

export interface EncodedEntry {
  readonly bytes: Buffer;
  /** Bytes of the JSON at the start. */
  readonly head: number;
}

/**
 * An entry's data as it stands in a pack, or `undefined` when it holds what JSON does not (a schema
 * of the site's own may make dates, maps …).
 *
 * @param richText - Keys of rich text fields; the first that has a value is the entry's body.
 */
export function encodeEntry(
  data: Readonly<Record<string, unknown>>,
  richText: readonly string[],
): EncodedEntry | undefined {
  if (!isJson(data)) return undefined;
  const short: Record<string, unknown> = { ...data };
  const texts: Record<string, readonly [number, number]> = {};
  const parts: Buffer[] = [];
  let length = 0;
  const body = richText.find((key) => typeof data[key] === "string");
  for (const key of richText) {
    const text = data[key];
    if (typeof text !== "string" || (text.length < LONG_TEXT && key !== body)) continue;
    const bytes = Buffer.from(text);
    texts[key] = [length, bytes.length];
    // Keeps the key's place among the others.
    short[key] = null;
    parts.push(bytes);
    length += bytes.length;
  }
  const head: Head = { data: short, texts, ...(body === undefined ? {} : { body }) };
  const json = Buffer.from(JSON.stringify(head));
  return { bytes: Buffer.concat([json, ...parts]), head: json.length };
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value === "object" && isPlain(value) && Object.values(value).every(isJsonOrAbsent);
}

/** JSON leaves out keys without a value; a page reads `undefined` from them either way. */
function isJsonOrAbsent(value: unknown): boolean {
  return value === undefined || isJson(value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Array.isArray(value);
}
