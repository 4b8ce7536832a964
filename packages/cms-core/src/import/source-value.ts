import type { YamlMap, YamlValue } from "../base/yaml.ts";

/**
 * A front matter value as the source wrote it: every scalar is its text, so that nothing is lost
 * before all files of a collection have been seen and a field's type is known.
 */
export type SourceValue = YamlValue;
export type SourceMap = YamlMap;

export function isSourceList(value: SourceValue): value is readonly SourceValue[] {
  return Array.isArray(value);
}

/** Whether a value says nothing: an empty text, list or mapping. */
export function isEmptyValue(value: SourceValue): boolean {
  if (typeof value === "string") return value.trim() === "";
  return value instanceof Map ? value.size === 0 : isSourceList(value) && value.length === 0;
}

/** The value as text: a scalar as it is, a structure as compact JSON whose scalars are all strings. */
export function sourceText(value: SourceValue): string {
  return typeof value === "string" ? value : JSON.stringify(plain(value));
}

function plain(value: SourceValue): unknown {
  if (typeof value === "string") return value;
  if (isSourceList(value)) return value.map(plain);
  return Object.fromEntries([...value].map(([key, inner]) => [key, plain(inner)]));
}
