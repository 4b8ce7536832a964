import type { Issue } from "../../base/errors.ts";
import { conflictLine } from "../../content/entry/conflict-markers.ts";
import { findMisspelled } from "../../content/entry/find-misspelled.ts";
import { locateIssues, validateEntry } from "../../content/entry/validate-entry.ts";
import type { FileIdentity } from "../../content/site/layout.ts";
import type { Field, SchemaVersion } from "../../model/content-type.ts";
import type { Entry, EntryValues } from "../../model/entry.ts";
import { LIMITS } from "../../model/limits.ts";
import { isList, rowsOf } from "../../model/walk-values.ts";
import { readEntryFacts } from "../read/file-facts.ts";
import type { SiteIndex } from "../read/site-index.ts";

/** A pushed entry file. */
export interface PushedEntry {
  readonly path: string;
  readonly identity: FileIdentity & { readonly kind: "entry" };
  readonly original: Uint8Array;
  /** The previous version of the entry, wherever it was; without an id, the previous content of the path. */
  readonly old: Uint8Array | undefined;
  /** The file with its missing parts added. */
  readonly bytes: Uint8Array;
}

interface CheckedValues {
  /**
   * Problems that a save would also reject, and new references to missing targets, which the entry editor never offers.
   */
  readonly issues: readonly Issue[];
  /** Keys in new entries that resemble a field missing in the file. */
  readonly hints: readonly Issue[];
  /** The first entry whose schedule changes. Setting a time requires permission to publish (SCD-09). */
  readonly touched: ReadonlyMap<"schedule", string>;
}

/** Checks the values of pushed entries. Unreadable files are reported as problems of the site. */
export function checkValues(
  before: SiteIndex,
  after: SiteIndex,
  entries: readonly PushedEntry[],
): CheckedValues {
  const issues: Issue[] = [];
  const hints: Issue[] = [];
  const touched = new Map<"schedule", string>();
  for (const file of entries) {
    const { path, bytes, original, old } = file;
    const { entry, schema } = readEntryOf(after, file, bytes);
    if (entry === undefined || schema === undefined) continue;
    const known = old === undefined ? undefined : readEntryOf(before, file, old).entry;
    if (touched.size === 0 && isRescheduled(entry, known)) touched.set("schedule", path);
    const pointed = new Set(known === undefined ? [] : targetsOf(known.values).map(({ id }) => id));
    const found = [
      ...validateEntry(entry, schema, { mode: "save" }),
      ...danglingIssues(after, targetsOfFields(entry, schema), pointed),
    ];
    issues.push(...locateIssues(found, bytes, { path, schema }));
    hints.push(...conflictHints(file));
    // Points to lines of the pushed file. A file with a thousand hints wasn't written by hand.
    if (old !== undefined || hints.length >= LIMITS.issuesReported) continue;
    hints.push(...findMisspelled(original, { path, schema }));
  }
  return { issues, hints, touched };
}

function decode(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

/** Finds conflicts that the push adds; existing ones are already known. */
function conflictHints({ path, original, old }: PushedEntry): Issue[] {
  const line = conflictLine(decode(original));
  const isKnown = old !== undefined && conflictLine(decode(old)) !== undefined;
  if (line === undefined || isKnown) return [];
  const message = "The text has an unresolved conflict. Resolve it, then push again.";
  return [{ code: "conflict", message, path, line }];
}

function isRescheduled({ id, publishAt, unpublishAt }: Entry, before: Entry | undefined): boolean {
  const known = before?.id === id ? before : undefined;
  return publishAt !== known?.publishAt || unpublishAt !== known?.unpublishAt;
}

function readEntryOf(
  site: SiteIndex,
  { path, identity }: PushedEntry,
  bytes: Uint8Array,
): { readonly entry?: Entry; readonly schema?: SchemaVersion } {
  return readEntryFacts({ path, bytes }, identity, site.typeState(identity.apiId));
}

interface Target {
  readonly id: string;
  readonly kind: "reference" | "media";
  /** API ids: `faq.0.author`. */
  readonly field: string;
}

function danglingIssues(
  site: SiteIndex,
  targets: readonly Target[],
  known: ReadonlySet<string>,
): Issue[] {
  return targets.flatMap(({ id, kind, field }): Issue[] => {
    const exists =
      kind === "media" ? site.media(id) !== undefined : site.entriesWithId(id).length > 0;
    if (exists || known.has(id)) return [];
    const what = kind === "media" ? "the media file" : "the entry";
    const message = `${field} points to ${what} ${id}, which does not exist.`;
    return [{ code: "dangling_reference", message, field }];
  });
}

function targetsOfFields({ values }: Entry, { fields }: SchemaVersion): Target[] {
  return fieldTargets(values, fields, "");
}

function fieldTargets(values: EntryValues, fields: readonly Field[], prefix: string): Target[] {
  return fields.flatMap((field): Target[] => {
    const value = values.get(field.id);
    const name = `${prefix}${field.apiId}`;
    if (value === undefined) return [];
    if (field.type === "repeat") {
      return rowsOf(value).flatMap((row, place) =>
        fieldTargets(row.values, field.fields, `${name}.${place}.`),
      );
    }
    const { type } = field;
    if (type !== "reference" && type !== "media") return [];
    return targetsOf(new Map([[field.id, value]])).map(({ id }) => {
      return { id, kind: type, field: name };
    });
  });
}

/** Returns the ids in fields and rows. */
function targetsOf(values: EntryValues): { readonly id: string }[] {
  return [...values.values()].flatMap((value) =>
    (isList(value) ? [...value] : [value]).flatMap((item): { readonly id: string }[] => {
      if (typeof item !== "object") return [];
      return "values" in item ? targetsOf(item.values) : [item];
    }),
  );
}
