import { createHash } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { ApiKeys, ApiSource } from "../../options/options.ts";
import { parseJson } from "../read-json.ts";
import type { Source } from "../source.ts";
import { openReadApi, type ReadApi } from "./read-api.ts";

export interface ApiSourceOptions extends Omit<ApiSource, "kind"> {
  readonly keys: ApiKeys;
  /** @default 250 */
  readonly firstPauseMs?: number;
}

/** Maximum page size of HQ. */
const PAGE = 100;

/** ETag for a missing response. */
const NO_TAG = '""';

/** Result of reading the index. */
interface IndexRead {
  readonly bytes: Uint8Array;
  readonly etag: string | undefined;
  readonly commit: string | undefined;
  /** Lists read together with the index. For drafts, these are all lists, because HQ doesn't provide their digests. */
  readonly lists: ReadonlyMap<string, Uint8Array>;
}

/**
 * Creates a source that presents the read API as published files: the index, and lists page by page at the commit of
 * the index. Published content has the same bytes as the files, so the digests of the index apply.
 *
 * @throws CmsError `invalid_options` if a key is missing
 */
export function apiSource({ keys, drafts = false, ...place }: ApiSourceOptions): Source {
  const api = openReadApi({ ...place, ...keysFor(keys, drafts) });
  let indexRead: IndexRead | undefined;

  async function readIndex(): Promise<Uint8Array | undefined> {
    const known = indexRead;
    const answer = await api.getIfChanged("", known?.etag ?? NO_TAG);
    if (answer === "unchanged") return known?.bytes;
    if (answer === undefined) return undefined;
    const { bytes, commit, etag } = answer;
    const found = { bytes, commit, etag, lists: new Map<string, Uint8Array>() };
    indexRead = drafts ? await withDigests(api, found) : found;
    return indexRead.bytes;
  }

  return {
    name: api.name,
    async read(path) {
      if (path === "api/index.json") return readIndex();
      const apiId = /^api\/([^/]+)\.json$/.exec(path)?.[1];
      if (apiId === undefined) return undefined;
      return indexRead?.lists.get(apiId) ?? readList(api, apiId, indexRead?.commit);
    },
  };
}

function keysFor(
  { read, draft }: ApiKeys,
  drafts: boolean,
): { readonly key: string; readonly draftKey?: string } {
  if (read === undefined) {
    throw new CmsError(
      "invalid_options",
      "The read API needs a key. Set CMS_READ_KEY in the environment or in .env (HQ: Delivery → API keys).",
    );
  }
  if (!drafts) return { key: read };
  if (draft === undefined) {
    throw new CmsError(
      "invalid_options",
      "source.drafts needs the site's draft key. Set CMS_DRAFT_KEY in the environment or in .env, or remove source.drafts.",
    );
  }
  return { key: read, draftKey: draft };
}

async function readList(
  api: ReadApi,
  apiId: string,
  commit: string | undefined,
): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  let limit = PAGE;
  for (let offset = 0; ;) {
    const parameters = { limit, offset, at: commit };
    const answer = await asSourceChanging(api, api.get(apiId, parameters));
    if (answer === undefined) return undefined;
    const bytes = Buffer.from(answer.bytes);
    // The single entry of an object type.
    if (!bytes.subarray(0, HEAD.length).equals(HEAD)) return bytes;
    if (answer.truncated && limit > 1) {
      limit = Math.ceil(limit / 4);
      continue;
    }
    const end = bytes.lastIndexOf(TAIL);
    const total = Number(TOTAL.exec(bytes.toString("utf8", end))?.[1]);
    if (end > HEAD.length) parts.push(bytes.subarray(HEAD.length, end));
    offset += limit;
    if (!(offset < total)) return listOf(parts, total);
  }
}

const HEAD = Buffer.from('{"contents":[');
const TAIL = '],"totalCount":';
const TOTAL = /^\],"totalCount":(\d+),/;

/** Builds the content of a list file. */
function listOf(parts: readonly Uint8Array[], total: number): Uint8Array {
  const inside = parts.flatMap((part, at) => (at === 0 ? [part] : [Buffer.from(","), part]));
  const tail = Buffer.from(`],"totalCount":${total},"offset":0,"limit":${total}}`);
  return Buffer.concat([HEAD, ...inside, tail]);
}

/** A missing commit means that someone published in between. Reading the index again resolves it. */
async function asSourceChanging<T>(api: ReadApi, reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (!(error instanceof CmsError) || error.code !== "snapshot_gone") throw error;
    throw new CmsError(
      "source_changing",
      `${api.name} changed during the read. The content loaded earlier is kept. Try again.`,
      { cause: error },
    );
  }
}

/** Returns the index of drafts with digests of the lists, which are read immediately. */
async function withDigests(api: ReadApi, found: IndexRead): Promise<IndexRead> {
  const place = { source: { name: api.name, read: async () => undefined }, path: "api/index.json" };
  const index = asObject(parseJson(found.bytes, place));
  const types = Array.isArray(index["contentTypes"]) ? index["contentTypes"].map(asObject) : [];
  const lists = new Map<string, Uint8Array>();
  const contentTypes: unknown[] = [];
  for (const type of types) {
    const apiId = String(type["apiId"]);
    const list = await readList(api, apiId, found.commit);
    if (list === undefined) {
      contentTypes.push(type);
      continue;
    }
    const bytes = withTimes(list);
    lists.set(apiId, bytes);
    contentTypes.push({ ...type, sha256: createHash("sha256").update(bytes).digest("hex") });
  }
  const bytes = Buffer.from(JSON.stringify({ ...index, contentTypes }));
  return { ...found, bytes, lists };
}

/** An entry that was never published counts as published when it was last saved, as on a branch read from Git. */
function withTimes(list: Uint8Array): Uint8Array {
  const value = asObject(JSON.parse(Buffer.from(list).toString("utf8")));
  const contents = value["contents"];
  const timed = Array.isArray(contents)
    ? { ...value, contents: contents.map((entry) => withTime(asObject(entry))) }
    : withTime(value);
  return Buffer.from(JSON.stringify(timed));
}

function withTime(entry: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (entry["publishedAt"] !== undefined) return entry;
  const { id, slug, createdAt, updatedAt, ...rest } = entry;
  return { id, slug, createdAt, updatedAt, publishedAt: updatedAt, ...rest };
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
