import { brokenLimits, missingAlts, missingFields } from "../content/entry/unmet-requirements.ts";
import type { ContentType, Field, SchemaVersion } from "../model/content-type.ts";
import type { Entry, FieldValue } from "../model/entry.ts";
import { eachItem, isList, rowsOf } from "../model/walk-values.ts";
import { upgradeEntry } from "./upgrade-entry.ts";

/** Effect of a new schema on an entry at its next publish. */
export type EffectKind =
  /** A required field has no value. Publishing is rejected. */
  | "missing"
  /** An image lacks required alt text. Publishing is rejected. */
  | "alt_missing"
  /** A value exceeds a limit of its field. Publishing is rejected. */
  | "limit_broken"
  /** A value is no longer published: its field was deleted. */
  | "deleted"
  /** A value is no longer published: its option was removed. */
  | "option_removed"
  /** A reference points to a type that its field no longer accepts. Publishing shows a warning. */
  | "target_not_taken";

export interface EntryEffect {
  readonly kind: EffectKind;
  /** Dotted API IDs, without row numbers. */
  readonly field: string;
}

export interface EntryEffectsOptions {
  /** The schema version that the entry uses. */
  readonly from: SchemaVersion;
  /** The newest published version. Problems that it already causes are not reported. */
  readonly latest: SchemaVersion;
  readonly to: ContentType;
  /** Returns the type of a referenced entry; undefined if it doesn't exist. */
  readonly typeOf: (id: string) => string | undefined;
  /** Returns the alt text of a media record; undefined if there is none. */
  readonly altOf: (id: string) => string | undefined;
}

/** Returns the effects of publishing a schema on an entry, each kind and field once. */
export function entryEffects(
  entry: Entry,
  { from, latest, to, typeOf, altOf }: EntryEffectsOptions,
): EntryEffect[] {
  const effects = new Map<string, EntryEffect>();
  const add = (kind: EffectKind, field: string): void => {
    effects.set(`${kind} ${field}`, { kind, field });
  };
  const now = upgradeEntry(entry, from, latest);
  const next = upgradeEntry(entry, from, { ...to, version: 0 });
  const lacking = new Set(missingFields(now.values, latest.fields));
  for (const field of missingFields(next.values, to.fields)) {
    if (!lacking.has(field)) add("missing", withoutRows(field));
  }
  const undescribed = new Set(missingAlts(now.values, latest.fields, altOf));
  for (const field of missingAlts(next.values, to.fields, altOf)) {
    if (!undescribed.has(field)) add("alt_missing", withoutRows(field));
  }
  const place = { to: to.fields, after: next.values, prefix: "", add };
  const unlimited = new Set(brokenLimits(now.values, latest.fields).map(({ field }) => field));
  for (const { field } of brokenLimits(next.values, to.fields)) {
    if (!unlimited.has(field)) add("limit_broken", withoutRows(field));
  }
  findDropped(now.values, latest.fields, place);
  for (const { field, item, place: at } of eachItem(next.values, to.fields)) {
    if (field.type !== "reference" || typeof item !== "object") continue;
    const type = typeOf(item.id);
    const isTaken = type === undefined || field.to.includes(type);
    if (!isTaken) add("target_not_taken", withoutRows(at));
  }
  return [...effects.values()];
}

type Add = (kind: EffectKind, field: string) => void;
type Values = ReadonlyMap<string, FieldValue>;

interface DroppedContext {
  readonly to: readonly Field[];
  readonly after: Values;
  readonly prefix: string;
  readonly add: Add;
}

function findDropped(
  before: Values,
  fields: readonly Field[],
  { to, after, prefix, add }: DroppedContext,
): void {
  for (const field of fields) {
    const value = before.get(field.id);
    if (value === undefined) continue;
    const place = prefix + field.apiId;
    const next = to.find(({ id }) => id === field.id);
    const valueAfter = after.get(field.id);
    if (next === undefined) add("deleted", place);
    else if (countOf(valueAfter) < countOf(value)) add("option_removed", place);
    if (field.type !== "repeat" || next?.type !== "repeat") continue;
    const rowsAfter = rowsOf(valueAfter);
    for (const [index, row] of rowsOf(value).entries()) {
      const rest = { to: next.fields, after: rowsAfter[index]?.values ?? new Map(), add };
      findDropped(row.values, field.fields, { ...rest, prefix: `${place}.` });
    }
  }
}

function countOf(value: FieldValue | undefined): number {
  if (value === undefined) return 0;
  return isList(value) ? value.length : 1;
}

/** Removes row numbers: `faq.2.question` becomes `faq.question`. API IDs never start with a digit. */
function withoutRows(field: string): string {
  return field.replaceAll(/\.\d+(?=\.|$)/g, "");
}
