import { readEntryId } from "../../content/entry/parse-entry.ts";
import { classifyPath } from "../../content/site/layout.ts";
import { eachFile } from "../../git/repository/read-files.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { SiteConfig } from "../../model/site.ts";
import type { SiteStore } from "../../site/site-store.ts";
import { isPin, PUBLISHED_REF } from "./published-tree.ts";

/** An entry that references a media record. */
export interface MediaUser {
  readonly id: string;
  /** API id of its content type. */
  readonly type: string;
  readonly slug: string;
  /** Path of the entry file on the searched branch. */
  readonly path: string;
}

export interface MediaUsers {
  /** Entries whose live version shows the media. */
  readonly published: readonly MediaUser[];
  /** Entries of `main` that show the media, live or not. */
  readonly working: readonly MediaUser[];
}

/**
 * Finds every entry that uses a media file in a field or text. Searches the raw files for the id, so entries that
 * cannot be parsed are found too. Ids are 20 random characters, so there are no false matches.
 */
export async function findMediaUsers(store: SiteStore, id: string): Promise<MediaUsers> {
  const main = store.types().flatMap(({ type }) => store.entries(type.apiId));
  const working = new Map(main.map(({ path, blob }) => [path, blob]));
  return {
    published: await usersIn(store, await pinnedFiles(store.repository), id),
    working: await usersIn(store, working, id),
  };
}

/** Blobs of pinned files by path. */
async function pinnedFiles(repository: GitRepository): Promise<Map<string, string>> {
  const commit = await repository.resolveRef(PUBLISHED_REF);
  const files = commit === undefined ? [] : await repository.listFiles(commit);
  return new Map(files.flatMap(({ path, oid }) => (isPin(path) ? [[path, oid]] : [])));
}

async function usersIn(
  store: SiteStore,
  files: ReadonlyMap<string, string>,
  id: string,
): Promise<MediaUser[]> {
  const site = store.site();
  const users: MediaUser[] = [];
  for await (const [[path], bytes] of eachFile(store.repository, [...files], ([, oid]) => oid)) {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes(id)) continue;
    users.push(userAt(path, bytes, site));
  }
  return users;
}

function userAt(path: string, bytes: Uint8Array, site: SiteConfig): MediaUser {
  const identity = classifyPath(path, site);
  const { type, slug } =
    identity.kind === "entry"
      ? { type: identity.apiId, slug: identity.slug }
      : { type: "", slug: path };
  return { id: readEntryId(bytes) ?? "", type, slug, path };
}
