import type { SourceMap, SourceValue } from "./source-keys.ts";

/** A file whose front matter has no delimiters. */
interface HeaderedText {
  readonly values: SourceMap;
  readonly body: string;
  /** Line number at which the body starts, from 1. */
  readonly bodyLine: number;
}

const HEADER = /^ {0,3}([A-Za-z0-9_-]+):\s*(.*)$/;
const CONTINUED = /^ {4,}(.*)$/;
const END = /^(?:-{3}|\.{3})?\s*$/;

/** Keys that Pelican reads as lists. */
const LISTS: ReadonlySet<string> = new Set(["authors", "tags"]);

/**
 * Reads the headers of Pelican: lines such as `Title: Rain` up to the first blank line. A line that is indented by four
 * spaces continues the previous one, and a repeated key is a list. Returns undefined for text without headers.
 */
export function readPelicanHeaders(text: string): HeaderedText | undefined {
  const lines = text.split("\n");
  const found = new Map<string, string[]>();
  let [at, key] = [0, ""];
  for (const line of lines) {
    const next: string | undefined = END.test(line) ? undefined : takeHeader(line, key, found);
    if (next === undefined) break;
    key = next;
    at += 1;
  }
  if (found.size === 0) return undefined;
  // The line that ends the headers isn't part of the body.
  const isEnd = at < lines.length && END.test(lines[at] ?? "");
  const body = lines.slice(isEnd ? at + 1 : at);
  return {
    values: new Map([...found].map(([name, values]) => [name, valueOf(name, values)])),
    body: body.join("\n"),
    bodyLine: lines.length - body.length + 1,
  };
}

/** Adds a line to the headers. Returns the key it belongs to, or undefined if it isn't a header. */
function takeHeader(line: string, key: string, found: Map<string, string[]>): string | undefined {
  const [, name, value = ""] = HEADER.exec(line) ?? [];
  if (name !== undefined) {
    const own = name.toLowerCase();
    found.set(own, [...(found.get(own) ?? []), value.trim()]);
    return own;
  }
  const more = CONTINUED.exec(line)?.[1];
  const values = found.get(key);
  if (more === undefined || values === undefined) return undefined;
  found.set(key, [...values.slice(0, -1), `${values.at(-1)}\n${more}`]);
  return key;
}

function valueOf(key: string, values: readonly string[]): SourceValue {
  const [first = "", second] = values;
  if (!LISTS.has(key)) return second === undefined ? first : values;
  return values
    .flatMap((value) => value.split(value.includes(";") ? ";" : ","))
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
