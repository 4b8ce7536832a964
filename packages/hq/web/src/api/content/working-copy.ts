import { del, get, set } from "idb-keyval";
import type {
  BrowserCopy,
  BrowserStorage,
  HqStorage,
  StoreResult,
} from "../../draft/draft-sync.ts";
import type { UnsavedEdits } from "../../draft/entry-draft.ts";
import { readData, expectSuccess, hq, RefusedError } from "../client.ts";
import type { BranchEntry } from "./entry-calls.ts";

/** The entry whose unsaved changes are stored. A new entry is identified by a name generated in the dashboard. */
export type EditedEntry = BranchEntry;

/**
 * Returns HQ's storage for the current user's unsaved changes of an entry. Each change request has separate storage.
 *
 * @param onDropped - called once the changes are deleted, even if there were none
 */
export function hqStorage(written: EditedEntry, onDropped?: () => void): HqStorage {
  const calls = callsOf(written);
  return {
    async read() {
      const { workingCopy } = await readData(calls.read());
      if (workingCopy === null) return undefined;
      const { version, keptAt, base, slug, fields } = workingCopy;
      const values = slug === undefined ? fields : { ...fields, slug };
      return { version, keptAt, words: { fields: values, ...(base !== undefined && { base }) } };
    },
    async store(edits, replaces) {
      const { slug, ...fields } = edits.fields;
      const body = { ...edits, fields, ...(typeof slug === "string" && { slug }) };
      try {
        const { version, keptAt } = await readData(calls.keep(body, ifMatch(replaces)));
        return { kind: "kept", version, keptAt };
      } catch (error) {
        return resultOf(error);
      }
    },
    async remove(version) {
      await expectSuccess(calls.drop(ifMatch(version))).catch(() => undefined);
      onDropped?.();
    },
  };
}

interface SentEdits {
  readonly base?: string;
  readonly slug?: string;
  readonly fields: Record<string, unknown>;
}

// Lets the request finish even if the page is closed.
const keepalive = true;

function callsOf({ site, change: n, type, id }: EditedEntry) {
  const path = { site, api_id: type, id };
  if (n === undefined) {
    const at = "/sites/{site}/types/{api_id}/entries/{id}/working-copy";
    return {
      read: () => hq.GET(at, { params: { path } }),
      keep: (body: SentEdits, header: IfMatch) => hq.PUT(at, { params: { path, header }, body }),
      drop: (header: IfMatch) => hq.DELETE(at, { params: { path, header }, keepalive }),
    };
  }
  const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/working-copy";
  const inProposal = { ...path, n };
  return {
    read: () => hq.GET(at, { params: { path: inProposal } }),
    keep: (body: SentEdits, header: IfMatch) =>
      hq.PUT(at, { params: { path: inProposal, header }, body }),
    drop: (header: IfMatch) => hq.DELETE(at, { params: { path: inProposal, header }, keepalive }),
  };
}

interface IfMatch {
  readonly "If-Match"?: string;
}

function ifMatch(version: string | undefined): IfMatch {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

function resultOf(error: unknown): StoreResult {
  if (!(error instanceof RefusedError)) return { kind: "later" };
  const { status, detail } = error.problem;
  if (status === 412) return { kind: "stale" };
  if (status === 401 || status === 429 || status >= 500) return { kind: "later" };
  return { kind: "refused", message: detail };
}

/** Returns this browser's storage for unsaved changes that HQ doesn't have yet. */
export function browserStorage(
  userId: string,
  { site, change, type, id }: EditedEntry,
): BrowserStorage {
  const of = change === undefined ? type : `proposal ${change}/${type}`;
  const key = `words/${userId}/${site}/${of}/${id}`;
  return {
    async read() {
      const stored: unknown = await get(key);
      return isBrowserCopy(stored) ? stored : undefined;
    },
    store: (copy) => set(key, copy),
    remove: () => del(key),
  };
}

function isBrowserCopy(stored: unknown): stored is BrowserCopy {
  if (typeof stored !== "object" || stored === null) return false;
  return "keptAt" in stored && "words" in stored && isUnsavedEdits(stored.words);
}

function isUnsavedEdits(unsaved: unknown): unsaved is UnsavedEdits {
  if (typeof unsaved !== "object" || unsaved === null || !("fields" in unsaved)) return false;
  return typeof unsaved.fields === "object" && unsaved.fields !== null;
}
