import type { SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";

/** State of an entry in a list. Scheduled times are shown separately. */
export const ENTRY_STATES = ["draft", "published", "changed", "unpublished", "broken"] as const;

/**
 * `draft`: never published. `published`: live without changes. `changed`: live, and its fields or slug differ from the
 * live version. `unpublished`: was live. `broken`: its file cannot be read, whether it is live or not.
 */
export type EntryState = (typeof ENTRY_STATES)[number];

/** The properties of the working version that its state depends on. */
export interface WorkingVersion {
  /** Undefined if its file cannot be read. */
  readonly read:
    | {
        /** Digest of its values; compared only if the file isn't the pinned one. */
        readonly digest: string;
        readonly createdAt: number;
        readonly publishAt: number | undefined;
        readonly unpublishAt: number | undefined;
      }
    | undefined;
  readonly blob: string;
  readonly slug: string;
  /** False for a live entry whose file was removed from `main`. */
  readonly onMain: boolean;
}

/** An entry's state in the ledger. Times in ms since 1970. */
export interface LedgerState {
  readonly state: "published" | "unpublished";
  readonly blob: string;
  /** Digest of the pinned values; undefined if they cannot be read. */
  readonly digest: string | undefined;
  readonly slug: string;
  readonly publishedAt: number;
  /** When it was last published or unpublished. */
  readonly changedAt: number;
}

/** State derived from both. */
interface DerivedState {
  readonly state: EntryState;
  /** When it must be published or unpublished, if that isn't done. */
  readonly publishDue: number | undefined;
  readonly unpublishDue: number | undefined;
  /** Sort key by `publishedAt`, newest first; entries that aren't live come last. */
  readonly byPublished: number;
  /** Sort key within one `sortOrder`: drafts by creation, then live entries by `publishedAt`; newest first. */
  readonly byRecency: number;
}

/** Later than every `publishedAt`, because a draft will be the newest once it is published. */
const AFTER_ALL = 2 ** 52;

export function deriveState(
  working: WorkingVersion,
  ledger: LedgerState | undefined,
): DerivedState {
  const live = ledger?.state === "published";
  const publishedAt = live ? ledger.publishedAt : undefined;
  const publishDue = publishTime(working, ledger);
  return {
    state: stateOf(working, ledger),
    publishDue,
    unpublishDue: unpublishTime(working, ledger, publishDue),
    byPublished: publishedAt === undefined ? 0 : -publishedAt,
    byRecency: -(publishedAt ?? AFTER_ALL + (working.read?.createdAt ?? 0)),
  };
}

function stateOf(working: WorkingVersion, ledger: LedgerState | undefined): EntryState {
  if (working.read === undefined && working.onMain) return "broken";
  if (ledger === undefined) return "draft";
  if (ledger.state === "unpublished") return "unpublished";
  return isChanged(working, ledger) ? "changed" : "published";
}

function isChanged({ read, blob, slug }: WorkingVersion, ledger: LedgerState): boolean {
  if (slug !== ledger.slug) return true;
  if (blob === ledger.blob) return false;
  return read?.digest !== ledger.digest;
}

/** Whether an entry is live in another version than this one, so that its values must be compared. */
export function isApart(
  blob: string,
  ledger: Pick<LedgerState, "state" | "blob"> | undefined,
): boolean {
  return ledger?.state === "published" && ledger.blob !== blob;
}

/** A time is done if the ledger changed at or after it, by the scheduler or by a person. */
function isDone(time: number, ledger: LedgerState | undefined): boolean {
  return ledger !== undefined && ledger.changedAt >= Math.floor(time / 1000) * 1000;
}

function publishTime(
  { read, blob, onMain }: WorkingVersion,
  ledger: LedgerState | undefined,
): number | undefined {
  const time = read?.publishAt;
  if (time === undefined || !onMain || isDone(time, ledger)) return undefined;
  return ledger?.state === "published" && ledger.blob === blob ? undefined : time;
}

/** Only an entry that is live, or will be by then, can be unpublished. */
function unpublishTime(
  { read, onMain }: WorkingVersion,
  ledger: LedgerState | undefined,
  publishDue: number | undefined,
): number | undefined {
  const time = read?.unpublishAt;
  if (time === undefined || !onMain || isDone(time, ledger)) return undefined;
  if (ledger?.state === "published") return time;
  return publishDue !== undefined && publishDue < time ? time : undefined;
}

/**
 * Returns the values of a version as JSON by internal ids. For rich text, stores only that it isn't empty, because it
 * can be longer than everything else and is searched by words. Undefined without values.
 */
export function printFields(values: EntryValues, { fields }: SchemaVersion): string | undefined {
  if (values.size === 0) return undefined;
  const rich = fields.filter(({ type }) => type === "richtext").map(({ id }) => id);
  const stored = rich.some((id) => values.has(id))
    ? new Map([...values].map(([id, value]) => [id, rich.includes(id) ? value !== "" : value]))
    : values;
  return JSON.stringify(stored, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
}

/** Reads one value of a version by field id. @param text - from `printFields` */
export function readField(text: unknown, fieldId: string): unknown {
  // Recognizes most versions without the value before parsing the others.
  if (typeof text !== "string" || !text.includes(JSON.stringify(fieldId))) return undefined;
  const values: unknown = JSON.parse(text);
  const isOwn = typeof values === "object" && values !== null && Object.hasOwn(values, fieldId);
  return isOwn ? Reflect.get(values, fieldId) : undefined;
}
