import { newId } from "../base/ids.ts";
import type { ContentType } from "../model/content-type.ts";
import { ann, newStoreOf } from "./site-store.fixture.ts";
import type { SiteStore } from "./site-store.ts";

/** Posts with only a title field, which isn't even required. */
export const PLAIN_POSTS: ContentType = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    {
      id: "title",
      apiId: "title",
      label: "Title",
      type: "text",
      required: false,
      multiple: false,
    },
  ],
};

/** Creates a site whose posts are files made by `plainFile`. */
export async function newPlainStore(): Promise<SiteStore> {
  return newStoreOf(PLAIN_POSTS);
}

/** Returns the content of a post's `.yml` file. */
export function plainFile(title: string, id: string = newId("entry")): Buffer {
  return Buffer.from(
    `id: ${id}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\ntitle: ${title}\n`,
  );
}

/** Writes files without any check, like a push from before push checks existed. */
export async function writeUnchecked(
  store: SiteStore,
  files: Record<string, Uint8Array | null>,
): Promise<void> {
  const change = { files: new Map(Object.entries(files)), author: ann.actor, message: "Push" };
  await store.repository.commit("refs/heads/main", change);
  await store.refresh();
}
