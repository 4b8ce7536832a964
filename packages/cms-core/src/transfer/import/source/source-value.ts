import type { YamlMap, YamlValue } from "../../../yaml/yaml.ts";

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

type Holder = SourceMap | readonly SourceValue[];

/** Of lists and mappings: the keys of scalars that the source writes as numbers or booleans. */
const LITERALS = new WeakMap<Holder, Set<string | number>>();

/** Notes that a scalar may be a number or boolean when its list or mapping is kept as text. */
export function noteLiteral(holder: Holder, key: string | number): void {
  const keys = LITERALS.get(holder) ?? new Set();
  LITERALS.set(holder, keys.add(key));
}

/** A list or mapping in place of another, with the same scalars. */
export function copyLiterals<T extends Holder>(from: Holder, to: T): T {
  for (const key of LITERALS.get(from) ?? []) noteLiteral(to, key);
  return to;
}

/** The value as text: a scalar as it is, a structure as compact JSON; numbers and booleans stay such. */
export function sourceText(value: SourceValue): string {
  return typeof value === "string" ? value : JSON.stringify(plain(value));
}

function plain(value: Holder): unknown {
  const literals = LITERALS.get(value);
  const member = (key: string | number, inner: SourceValue): unknown => {
    if (typeof inner !== "string") return plain(inner);
    return literals?.has(key) === true ? literal(inner) : inner;
  };
  if (isSourceList(value)) return value.map((inner, index) => member(index, inner));
  return Object.fromEntries([...value].map(([key, inner]) => [key, member(key, inner)]));
}

/** `1.10`, `007` and `0x1F` stay texts: as numbers they would be written otherwise. */
function literal(text: string): string | number | boolean {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
