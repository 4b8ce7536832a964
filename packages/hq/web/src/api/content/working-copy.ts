import { del, get, set } from "idb-keyval";
import type { TypedWords } from "../../draft/entry-draft.ts";
import type { BrowserCopy, BrowserPlace, HqPlace, KeepResult } from "../../draft/keeper.ts";
import { answer, done, hq, RefusedError } from "../client.ts";

export interface WrittenEntry {
  readonly site: string;
  readonly type: string;
  /** Of an entry that is not there yet the name that the editor gave it. */
  readonly id: string;
}

/** Where HQ keeps what the person who is signed in writes of an entry. */
export function hqPlace({ site, type, id }: WrittenEntry): HqPlace {
  const path = { site, api_id: type, id };
  return {
    async read() {
      const { workingCopy } = await answer(
        hq.GET("/sites/{site}/types/{api_id}/entries/{id}/working-copy", { params: { path } }),
      );
      if (workingCopy === null) return undefined;
      const { version, keptAt, base, slug, fields } = workingCopy;
      const values = slug === undefined ? fields : { ...fields, slug };
      return { version, keptAt, words: { fields: values, ...(base !== undefined && { base }) } };
    },
    async keep(words, replaces) {
      const params = { path, header: ifMatch(replaces) };
      const { slug, ...fields } = words.fields;
      const body = { ...words, fields, ...(typeof slug === "string" && { slug }) };
      try {
        const { version, keptAt } = await answer(
          hq.PUT("/sites/{site}/types/{api_id}/entries/{id}/working-copy", { params, body }),
        );
        return { kind: "kept", version, keptAt };
      } catch (error) {
        return resultOf(error);
      }
    },
    async drop(version) {
      const params = { path, header: ifMatch(version) };
      await done(
        hq.DELETE("/sites/{site}/types/{api_id}/entries/{id}/working-copy", {
          params,
          // Also where the page is left at once.
          keepalive: true,
        }),
      ).catch(() => undefined);
    },
  };
}

function ifMatch(version: string | undefined): { readonly "If-Match"?: string } {
  return version === undefined ? {} : { "If-Match": `"${version}"` };
}

function resultOf(error: unknown): KeepResult {
  if (!(error instanceof RefusedError)) return { kind: "later" };
  const { status, detail } = error.problem;
  if (status === 412) return { kind: "stale" };
  if (status === 401 || status === 429 || status >= 500) return { kind: "later" };
  return { kind: "refused", message: detail };
}

/** Where this browser keeps what a person writes of an entry, while HQ does not have it. */
export function browserPlace(userId: string, { site, type, id }: WrittenEntry): BrowserPlace {
  const key = `words/${userId}/${site}/${type}/${id}`;
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
