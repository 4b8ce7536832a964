import { mkdir, mkdtemp, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  createPublisher,
  openPublicFolder,
  type Publisher,
  type PublicStorage,
} from "@loam/cms-core/publish";
import { PUBLIC_URL, type Blog } from "./blog-site.ts";
import { folderContent } from "./folder-content.ts";

export interface BlogPublisher extends Publisher {
  /** The public folder. */
  readonly folder: string;
  readonly stateFile: string;
  readonly storage: PublicStorage;
}

export interface BlogPublisherOptions {
  /** @default a separate folder below the blog's */
  readonly folder?: string;
  readonly publicUrl?: string;
  /** @default a public folder in `folder` */
  readonly storage?: PublicStorage;
  readonly wrap?: (storage: PublicStorage) => PublicStorage;
}

/** Creates a publisher of the blog to a real folder, which continues where a previous one in that folder stopped. */
export async function blogPublisher(
  { folder: base, siteId, store, media }: Blog,
  {
    folder,
    publicUrl = PUBLIC_URL,
    storage: given,
    wrap = (opened) => opened,
  }: BlogPublisherOptions = {},
): Promise<BlogPublisher> {
  const home = folder ?? (await mkdtemp(join(base, "publisher-")));
  await mkdir(home, { recursive: true });
  const files = join(home, "public", siteId);
  const storage = wrap(given ?? (await openPublicFolder(files)));
  const stateFile = join(home, "cursor.json");
  const { repository } = store;
  const place = { siteId, storage, publicUrl, stateFile };
  const publisher = createPublisher({ repository, media, ...place });
  return { ...publisher, folder: files, stateFile, storage };
}

/** Renders all files of `published` from scratch. */
export async function freshContent(blog: Blog): Promise<Record<string, string>> {
  const publisher = await blogPublisher(blog);
  await publisher.follow();
  return folderContent(publisher.folder);
}

/** Reads a public JSON file. */
export async function readPublic({ folder }: BlogPublisher, path: string): Promise<unknown> {
  const json: unknown = JSON.parse(await readFile(join(folder, path), "utf8"));
  return json;
}
