import { del, get, set } from "idb-keyval";
import type { BrowserCopy, BrowserPlace, HqPlace, KeepResult } from "../../draft/draft-sync.ts";
import type { TypedWords } from "../../draft/entry-draft.ts";
import { answer, done, hq, RefusedError } from "../client.ts";
import type { PlacedEntry } from "./entry-calls.ts";

/** The entry whose unsaved changes are stored. A new entry is identified by a name generated in the dashboard. */
export type WrittenEntry = PlacedEntry;

/**
 * Returns HQ's storage for the current user's unsaved changes of an entry. Each change request has separate storage.
 *
 * @param onDropped - called once the changes are deleted, even if there were none
 */
export function hqPlace(written: WrittenEntry, onDropped?: () => void): HqPlace {
  const calls = callsOf(written);
  return {
    async read() {
      const { workingCopy } = await answer(calls.read());
      if (workingCopy === null) return undefined;
      const { version, keptAt, base, slug, fields } = workingCopy;
      const values = slug === undefined ? fields : { ...fields, slug };
      return { version, keptAt, words: { fields: values, ...(base !== undefined && { base }) } };
    },
    async keep(words, replaces) {
      const { slug, ...fields } = words.fields;
      const body = { ...words, fields, ...(typeof slug === "string" && { slug }) };
      try {
        const { version, keptAt } = await answer(calls.keep(body, ifMatch(replaces)));
        return { kind: "kept", version, keptAt };
      } catch (error) {
        return resultOf(error);
      }
    },
    async drop(version) {
      await done(calls.drop(ifMatch(version))).catch(() => undefined);
      onDropped?.();
    },
  };
}

interface SentWords {
  readonly base?: string;
  readonly slug?: string;
  readonly fields: Record<string, unknown>;
}

// Lets the request finish even if the page is closed.
const keepalive = true;

function callsOf({ site, change: n, type, id }: WrittenEntry) {
  const path = { site, api_id: type, id };
  if (n === undefined) {
    const at = "/sites/{site}/types/{api_id}/entries/{id}/working-copy";
    return {
      read: () => hq.GET(at, { params: { path } }),
      keep: (body: SentWords, header: IfMatch) => hq.PUT(at, { params: { path, header }, body }),
      drop: (header: IfMatch) => hq.DELETE(at, { params: { path, header }, keepalive }),
    };
  }
  const at = "/sites/{site}/changes/{n}/types/{api_id}/entries/{id}/working-copy";
  const inProposal = { ...path, n };
  return {
    read: () => hq.GET(at, { params: { path: inProposal } }),
    keep: (body: SentWords, header: IfMatch) =>
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

function resultOf(error: unknown): KeepResult {
  if (!(error instanceof RefusedError)) return { kind: "later" };
  const { status, detail } = error.problem;
  if (status === 412) return { kind: "stale" };
  if (status === 401 || status === 429 || status >= 500) return { kind: "later" };
  return { kind: "refused", message: detail };
}

/** Returns this browser's storage for unsaved changes that HQ doesn't have yet. */
export function browserPlace(
  userId: string,
  { site, change, type, id }: WrittenEntry,
): BrowserPlace {
  const of = change === undefined ? type : `proposal ${change}/${type}`;
  const key = `words/${userId}/${site}/${of}/${id}`;
  return {
    async read() {
      const kept: unknown = await get(key);
      return isBrowserCopy(kept) ? kept : undefined;
    },
    write: (copy) => set(key, copy),
    remove: () => del(key),
  };
}

function isBrowserCopy(kept: unknown): kept is BrowserCopy {
  if (typeof kept !== "object" || kept === null) return false;
  return "keptAt" in kept && "words" in kept && isTyped(kept.words);
}

function isTyped(words: unknown): words is TypedWords {
  if (typeof words !== "object" || words === null || !("fields" in words)) return false;
  return typeof words.fields === "object" && words.fields !== null;
}
