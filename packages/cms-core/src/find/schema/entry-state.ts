import type { SchemaVersion } from "../../model/content-type.ts";
import type { EntryValues } from "../../model/entry.ts";

/** The one word for an entry in a list. That a time is set for it is said beside it. */
export const ENTRY_STATES = ["draft", "published", "changed", "unpublished", "broken"] as const;

/**
 * `draft`: never published. `published`: live as it is. `changed`: live, and its fields or its slug
 * differ from what is live. `unpublished`: was live. `broken`: its file cannot be read, whether it
 * is live or not.
 */
export type EntryState = (typeof ENTRY_STATES)[number];

/** The working version, as far as its state depends on it. */
export interface WorkingVersion {
  /** Undefined when its file cannot be read. */
  readonly read:
    | {
        /** Of its values; only looked at where the file is not the pinned one. */
        readonly digest: string;
        readonly createdAt: number;
        readonly publishAt: number | undefined;
        readonly unpublishAt: number | undefined;
      }
    | undefined;
  readonly blob: string;
  readonly slug: string;
  /** False for one that is live and whose file was removed from `main`. */
  readonly onMain: boolean;
}

/** What the ledger says of it. Times in ms since 1970. */
export interface LedgerState {
  readonly state: "published" | "unpublished";
  readonly blob: string;
  /** Of the pinned values; undefined when they cannot be read. */
  readonly digest: string | undefined;
  readonly slug: string;
  readonly publishedAt: number;
  /** When it was last published or unpublished. */
  readonly changedAt: number;
}

/** What follows from the two. */
interface DerivedState {
  readonly state: EntryState;
  /** When it is to be published or unpublished, if that is still to be done. */
  readonly publishDue: number | undefined;
  readonly unpublishDue: number | undefined;
  /** Orders by `publishedAt`, the newest first; what is not live comes last. */
  readonly byPublished: number;
  /** Orders within one `sortOrder`: drafts by creation, then what is live by `publishedAt`; newest first. */
  readonly byRecency: number;
}

/** Later than every `publishedAt`: a draft will be the newest when it is published. */
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

/** Whether an entry is live in another version than this one, so that their values tell more. */
export function isApart(
  blob: string,
  ledger: Pick<LedgerState, "state" | "blob"> | undefined,
): boolean {
  return ledger?.state === "published" && ledger.blob !== blob;
}

/** A time is done when the ledger moved at or after it: by the scheduler, or by a person since. */
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

/** Only what is live, or will be before, can be unpublished. */
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
 * The values of a version by internal ids, as JSON. Of rich text only that there is some: it may be longer than all
 * else, and is searched by its words. Undefined where there is none.
 */
export function printFields(values: EntryValues, { fields }: SchemaVersion): string | undefined {
  if (values.size === 0) return undefined;
  const rich = fields.filter(({ type }) => type === "richtext").map(({ id }) => id);
  const kept = rich.some((id) => values.has(id))
    ? new Map([...values].map(([id, value]) => [id, rich.includes(id) ? value !== "" : value]))
    : values;
  return JSON.stringify(kept, (_, value: unknown) =>
    value instanceof Map ? Object.fromEntries(value) : value,
  );
}

/** One value of a version, by the field's id. @param text what `printFields` made */
export function readField(text: unknown, fieldId: string): unknown {
  // Most versions that lack a value are told without reading the others.
  if (typeof text !== "string" || !text.includes(JSON.stringify(fieldId))) return undefined;
  const values: unknown = JSON.parse(text);
  const isOwn = typeof values === "object" && values !== null && Object.hasOwn(values, fieldId);
  return isOwn ? Reflect.get(values, fieldId) : undefined;
}
