import { createHash } from "node:crypto";
import { join } from "node:path";
import { newId, type Field, type FieldValue } from "@loam/cms-core";
import { mediaPath, printMediaFile } from "@loam/cms-core/content";
import {
  checkedMedia,
  type CheckedMedia,
  openMediaFolder,
  originalKey,
} from "@loam/cms-core/media";
import { PUBLISHED_REF, type PublishedEntries, publishEntries } from "@loam/cms-core/publish";
import { createSite, openSiteStore, type EntryRef, type SiteStore } from "@loam/cms-core/site";
import { copyTemplate } from "./copy-template.ts";

export const ACTOR = { name: "Ann", email: "ann@example.test" };
export const PUBLIC_URL = "https://cdn.example.test/public/site";

const COMMON = { required: false, multiple: false } as const;

const POST_FIELDS: readonly Field[] = [
  { ...COMMON, id: "title", apiId: "title", label: "Title", type: "text", required: true },
  {
    ...COMMON,
    id: "kind",
    apiId: "kind",
    label: "Kind",
    type: "select",
    options: [
      { value: "note", label: "A note" },
      { value: "essay", label: "An essay" },
    ],
  },
  { ...COMMON, id: "cover", apiId: "cover", label: "Cover", type: "media", accept: "image" },
  { ...COMMON, id: "author", apiId: "author", label: "Author", type: "reference", to: ["people"] },
  {
    ...COMMON,
    id: "related",
    apiId: "related",
    label: "Related",
    type: "reference",
    to: ["posts", "people"],
    multiple: true,
  },
  { ...COMMON, id: "body", apiId: "body", label: "Body", type: "richtext" },
];

const PEOPLE_FIELDS: readonly Field[] = [
  { ...COMMON, id: "name", apiId: "name", label: "Name", type: "text" },
  { ...COMMON, id: "photo", apiId: "photo", label: "Photo", type: "media", accept: "image" },
  { ...COMMON, id: "friend", apiId: "friend", label: "Friend", type: "reference", to: ["people"] },
];

/** A site with the list types `posts` and `people`, the object type `home`, and media. */
export interface Blog {
  readonly folder: string;
  readonly siteId: string;
  readonly store: SiteStore;
  readonly media: CheckedMedia;
  readonly save: (
    type: string,
    slug: string,
    values: Readonly<Record<string, FieldValue>>,
    id?: string,
  ) => Promise<EntryRef>;
  /** Adds a media record with its binary, or changes its alt text. */
  addMedia(name: string, alt?: string, id?: string): Promise<string>;
}

export async function createBlog(folder: string): Promise<Blog> {
  await copyTemplate("blog", folder, async (template) => (await makeBlog(template)).store.close());
  return openBlog(folder);
}

async function makeBlog(folder: string): Promise<Blog> {
  const siteId = newId("site");
  const config = { id: siteId, name: "Blog", paths: {}, routes: { posts: "/blog/{slug}/" } };
  const store = await createSite(join(folder, "site.git"), config, { actor: ACTOR });
  const types = [
    { apiId: "posts", kind: "list", fields: POST_FIELDS },
    { apiId: "people", kind: "list", fields: PEOPLE_FIELDS },
    { apiId: "home", kind: "object", fields: POST_FIELDS.filter(({ id }) => id !== "related") },
  ] as const;
  // A schema can be published once the types it references exist.
  for (const type of types) await store.saveType({ ...type, label: type.apiId }, { actor: ACTOR });
  for (const { apiId } of types) await store.publishSchema(apiId, { actor: ACTOR });
  return blogOf(folder, siteId, store);
}

/** Opens the blog that `createBlog` created in a folder. */
export async function openBlog(folder: string): Promise<Blog> {
  const store = await openSiteStore(join(folder, "site.git"));
  return blogOf(folder, store.site().id, store);
}

async function blogOf(folder: string, siteId: string, store: SiteStore): Promise<Blog> {
  const media = checkedMedia(await openMediaFolder(join(folder, "media")));
  return {
    folder,
    siteId,
    store,
    media,
    async save(type, slug, values, id) {
      const input = { type, slug, values: new Map(Object.entries(values)), ...(id && { id }) };
      return (await store.saveEntry(input, { actor: ACTOR })).ref;
    },
    async addMedia(name, alt = "", id = newId("media")) {
      const bytes = Buffer.from(`picture ${name}`);
      const record = {
        id,
        sha256: createHash("sha256").update(bytes).digest("hex"),
        filename: `${name}.png`,
        mimeType: "image/png",
        byteSize: bytes.length,
        width: 4,
        height: 3,
        alt,
        createdAt: "2026-01-01T00:00:00.000Z",
        variants: [],
      };
      await media.put(originalKey(record), bytes);
      const files = new Map([[mediaPath(id), printMediaFile(record)]]);
      await store.applyFiles(files, { actor: ACTOR, message: `Add ${name}` });
      return id;
    },
  };
}

/** Publishes entries of the blog in their state on `main`, in one commit. */
export async function publish(
  { store }: Blog,
  ...ids: readonly string[]
): Promise<PublishedEntries> {
  return publishEntries(store, { entries: ids.map((id) => ({ id })), actor: ACTOR });
}

/** Returns the paths of all files on the blog's `published` branch. */
export async function publishedPaths({ store }: Blog): Promise<string[]> {
  const commit = await store.repository.resolveRef(PUBLISHED_REF);
  if (commit === undefined) return [];
  return (await store.repository.listFiles(commit)).map(({ path }) => path);
}
