import { brokenLimits, missingAlts, missingFields } from "../content/entry/unmet-requirements.ts";
import type { ContentType, Field, SchemaVersion } from "../model/content-type.ts";
import type { Entry, FieldValue } from "../model/entry.ts";
import { eachItem, isList, rowsOf } from "../model/walk-values.ts";
import { upgradeEntry } from "./upgrade-entry.ts";

/** What a new schema means for an entry, at its next publish. */
export type EffectKind =
  /** A field that the schema requires now has no value: the publish is refused. */
  | "missing"
  /** An image that the schema demands alternative text of has none: the publish is refused. */
  | "alt_missing"
  /** A value is beyond a limit of its field: the publish is refused. */
  | "limit_broken"
  /** A value is not shown any more: its field was deleted. */
  | "deleted"
  /** A value is not shown any more: its option was removed. */
  | "option_removed"
  /** A reference points to a type that its field does not take any more: the publish warns of it. */
  | "target_not_taken";

export interface EntryEffect {
  readonly kind: EffectKind;
  /** Dotted API ids, without row numbers. */
  readonly field: string;
}

export interface EntryEffectsOptions {
  /** The version that the entry is written against. */
  readonly from: SchemaVersion;
  /** The newest published version: what an entry lacks by it already is no news. */
  readonly latest: SchemaVersion;
  readonly to: ContentType;
  /** The type of an entry that is referenced; undefined where there is none. */
  readonly typeOf: (id: string) => string | undefined;
  /** The alternative text of a media record; undefined where there is none. */
  readonly altOf: (id: string) => string | undefined;
}

/** What publishing a schema would change for an entry, each kind and field once. */
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

interface Dropping {
  readonly to: readonly Field[];
  readonly after: Values;
  readonly prefix: string;
  readonly add: Add;
}

function findDropped(
  before: Values,
  fields: readonly Field[],
  { to, after, prefix, add }: Dropping,
): void {
  for (const field of fields) {
    const value = before.get(field.id);
    if (value === undefined) continue;
    const place = prefix + field.apiId;
    const next = to.find(({ id }) => id === field.id);
    const kept = after.get(field.id);
    if (next === undefined) add("deleted", place);
    else if (countOf(kept) < countOf(value)) add("option_removed", place);
    if (field.type !== "repeat" || next?.type !== "repeat") continue;
    const rowsAfter = rowsOf(kept);
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

/** `faq.2.question` → `faq.question`: API ids do not begin with a digit. */
function withoutRows(field: string): string {
  return field.replaceAll(/\.\d+(?=\.|$)/g, "");
}
