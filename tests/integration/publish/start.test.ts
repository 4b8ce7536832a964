import { createHash } from "node:crypto";
import { join } from "node:path";
import {
  type LiveSite,
  loadLiveSite,
  openPublicBucket,
  openPublicFolder,
  type PublicStorage,
} from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { startS3Server } from "../../support/s3/s3-server.ts";
import {
  type BlogPublisher,
  blogPublisher,
  freshContent,
} from "../../support/site/blog-publisher.ts";
import { type Blog, createBlog, publish, PUBLIC_URL } from "../../support/site/blog-site.ts";
import { storedContent } from "../../support/site/stored-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const LIST = "api/posts.json";
const INDEX = "api/index.json";

interface Standing {
  readonly blog: Blog;
  readonly post: string;
  /** The files before the last publish, and the current ones. */
  readonly older: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
  /** Replaces files, or removes those that are undefined. */
  readonly put: (files: Readonly<Record<string, string | undefined>>) => Promise<void>;
  /** Starts a publisher with the cursor of another process. */
  readonly start: () => Promise<BlogPublisher>;
}

type OpenStorage = (siteId: string) => Promise<PublicStorage>;

/** Storages of public files, reopened by each process. */
const STORAGES: Readonly<Record<"folder" | "bucket", () => Promise<OpenStorage>>> = {
  async folder() {
    const folder = await temporaryFolder("start-public");
    return (siteId) => openPublicFolder(join(folder, siteId));
  },
  async bucket() {
    const server = await startS3Server();
    return async (siteId) => openPublicBucket(server.bucket(siteId));
  },
};

/** Creates a site with public files, and with references, links, and media between its entries. */
async function standing(kind: keyof typeof STORAGES): Promise<Standing> {
  const blog = await createBlog(await temporaryFolder("start"));
  const open = await STORAGES[kind]();
  const start = async (): Promise<BlogPublisher> =>
    blogPublisher(blog, { folder: join(blog.folder, "node"), storage: await open(blog.siteId) });
  const picture = await blog.addMedia("p0", "A picture");
  const { id: ann } = await blog.save("people", "ann", { name: "Ann 東", photo: { id: picture } });
  const { id: first } = await blog.save("posts", "first", { title: "First", author: { id: ann } });
  const { id: post } = await blog.save("posts", "second", {
    title: "Second",
    author: { id: ann },
    related: [{ id: first }, { id: ann }],
    body: `[x](entry:${first}#part) ![y](media:${picture}) 東京`,
  });
  await publish(blog, ann, first, post);
  const publisher = await start();
  await publisher.follow();
  const older = await storedContent(publisher.storage);
  await blog.save("posts", "first", { title: "First, again", author: { id: ann } }, first);
  await publish(blog, first);
  await publisher.follow();
  const files = await storedContent(publisher.storage);
  await publisher.close();
  const put: Standing["put"] = async (changed) => {
    const storage = await open(blog.siteId);
    const writes = Object.entries(changed).flatMap(([path, text]) =>
      text === undefined ? [] : [{ path, body: bodyOf(text) }],
    );
    const removals = Object.keys(changed).filter((path) => changed[path] === undefined);
    await storage.apply({ writes: [writes], removals: [removals] });
    await storage.close();
  };
  return { blog, post, older, files, put, start };
}

function bodyOf(text: string) {
  return { kind: "chunks", chunks: () => [Buffer.from(text)] } as const;
}

/** Returns everything a live site contains. */
function contentOf({ commit, site, publicUrl, types, graph }: LiveSite): unknown {
  const { schemas, entries, ...maps } = graph;
  return {
    commit,
    site,
    publicUrl,
    schemas,
    entries: [...entries.keys()].toSorted().map((id) => [id, entries.get(id)?.json]),
    types: [...types.values()].map((type) => [
      type.schema,
      type.body.totalCount,
      Buffer.concat(type.file() ?? []).toString(),
    ]),
    maps: Object.entries(maps).map(([name, map]) => [
      name,
      [...map.keys()].toSorted().map((key) => [key, map.get(key)]),
    ]),
  };
}

function alter(text: string | undefined): string {
  return (text ?? "").replaceAll('"Second"', '"Forged"');
}

/** Changes to the files while no process ran. */
const DAMAGES: Readonly<
  Record<string, (known: Standing) => Readonly<Record<string, string | undefined>>>
> = {
  "stand as they were left": () => ({}),
  "have an altered list": ({ files }) => ({ [LIST]: alter(files[LIST]) }),
  "have an altered list and an index that agrees with it": ({ files }) => {
    const [list = "", forged] = [files[LIST], alter(files[LIST])];
    const index = files[INDEX]?.replace(sha256(list), sha256(forged));
    return { [LIST]: forged, [INDEX]: index };
  },
  "have a list that was cut off": ({ files }) => ({ [LIST]: files[LIST]?.slice(0, -100) }),
  "have an older list": ({ older }) => ({ [LIST]: older[LIST] }),
  "have an older list and an older index": ({ older }) => ({
    [LIST]: older[LIST],
    [INDEX]: older[INDEX],
  }),
  "have no list": () => ({ [LIST]: undefined }),
  "have no index": () => ({ [INDEX]: undefined }),
};

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

describe.for(["folder", "bucket"] as const)("a start with files in a %s", (kind) => {
  test.for(Object.keys(DAMAGES))(
    "after %s equals a full rendering and continues from there",
    async (damage) => {
      const known = await standing(kind);
      const { blog, post } = known;
      await known.put(DAMAGES[damage]?.(known) ?? {});
      const publisher = await known.start();
      await publisher.follow();
      const { repository } = blog.store;
      const expected = await loadLiveSite(repository, { publicUrl: PUBLIC_URL });
      expect(contentOf(publisher.live())).toEqual(contentOf(expected));
      await blog.save("posts", "second", { title: "Third" }, post);
      await publish(blog, post);
      await publisher.follow();
      expect(await storedContent(publisher.storage)).toEqual(await freshContent(blog));
      await publisher.close();
    },
  );
});
