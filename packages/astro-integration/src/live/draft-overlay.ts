import { isCmsError } from "@loam/cms-core";
import type { Preview } from "../preview/preview-context.ts";
import type { ApiAnswer, Parameters, ReadApi } from "../source/api/read-api.ts";

/**
 * Creates a read API with one draft: that entry as a draft, all others as published. HQ grants such a token access to
 * one entry only.
 */
export function withOneDraft(
  { type, id, slug }: Preview,
  published: ReadApi,
  drafts: ReadApi,
): ReadApi {
  const own: ReadonlySet<string> = new Set([
    type,
    `${type}/${id}`,
    `${type}/${encodeURIComponent(slug)}`,
  ]);

  async function get(path: string, parameters: Parameters = {}): Promise<ApiAnswer | undefined> {
    const [apiId, one] = path.split("/");
    if (apiId !== type) return published.get(path, parameters);
    if (one !== undefined) {
      if (own.has(path)) return drafts.get(path, parameters);
      return published.get(path, parameters);
    }
    const draft = await drafts.get(`${type}/${id}`, { depth: parameters["depth"] });
    const answer = await published.get(path, parameters);
    if (draft === undefined) return answer;
    // The only entry of an object type, or a list in which the draft replaces the entry.
    return answer === undefined ? draft : insertDraft(answer, draft, { id, parameters });
  }
  return {
    name: published.name,
    get,
    getIfChanged: async (path) => get(path),
  };
}

interface Place {
  readonly id: string;
  readonly parameters: Parameters;
}

function insertDraft(answer: ApiAnswer, draft: ApiAnswer, { id, parameters }: Place): ApiAnswer {
  const list = asObject(answer.bytes);
  const entry = asObject(draft.bytes);
  const { contents, totalCount } = list;
  if (!Array.isArray(contents)) return draft;
  const before: readonly unknown[] = contents;
  const at = before.findIndex((one) => idOf(one) === id);
  const isFiltered = ["filters", "q", "ids"].some((key) => parameters[key] !== undefined);
  const isFirst = Number(parameters["offset"] ?? 0) === 0;
  // An entry that was never published comes first in the complete list, like the newest ones.
  const isNew = at === -1 && !isFiltered && isFirst && entry["publishedAt"] === undefined;
  const shown = at === -1 ? (isNew ? [entry, ...before] : before) : before.with(at, entry);
  const count = Number(totalCount) + (isNew ? 1 : 0);
  const value = { ...list, contents: shown, totalCount: count };
  return { ...answer, bytes: Buffer.from(JSON.stringify(value)) };
}

function asObject(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function idOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
}

/** Returns whether a token grants access to all drafts of the site, not just one entry. */
export async function opensAll(drafts: ReadApi, type: string): Promise<boolean> {
  try {
    await drafts.get(type, { limit: 0 });
    return true;
  } catch (error) {
    if (isCmsError(error) && error.code === "invalid_draft_key") return false;
    throw error;
  }
}
