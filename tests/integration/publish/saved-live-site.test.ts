import { createHash } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  loadLiveSite,
  type LiveSite,
  openSavedLiveSite,
  RENDERER_VERSION,
  type SavedLiveSite,
} from "@loam/cms-core/publish";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { createBlog, publish, PUBLIC_URL, type Blog } from "../../support/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Known {
  readonly blog: Blog;
  readonly post: string;
  readonly path: string;
  /** Where `published` stands. */
  readonly head: () => Promise<string>;
  readonly open: (options?: {
    readonly publicUrl?: string;
    readonly fewEntries?: number;
  }) => SavedLiveSite;
  /** As git alone has it. */
  readonly fromGit: (publicUrl?: string) => Promise<LiveSite>;
}

async function begin(): Promise<Known> {
  const blog = await createBlog(await temporaryFolder("saved-live-site"));
  const picture = await blog.addMedia("p0", "A picture");
  const { id: ann } = await blog.save("people", "ann", {
    name: "Ann 東 😀",
    photo: { id: picture },
  });
  const { id: first } = await blog.save("posts", "first", { title: "First", author: { id: ann } });
  const { id: post } = await blog.save("posts", "second", {
    title: "Second",
    author: { id: ann },
    related: [{ id: first }, { id: ann }],
    body: `[x](entry:${first}#part) ![y](media:${picture}) 東京`,
  });
  await publish(blog, ann, first, post);
  const { repository } = blog.store;
  const path = join(blog.folder, "site.live");
  return {
    blog,
    post,
    path,
    head: async () => (await repository.resolveRef("refs/heads/published")) ?? "",
    open: ({ publicUrl = PUBLIC_URL, fewEntries = 0 } = {}) =>
      openSavedLiveSite({ repository, publicUrl, path, fewEntries }),
    fromGit: (publicUrl = PUBLIC_URL) => loadLiveSite(repository, { publicUrl }),
  };
}

/** Loads the site, and writes the file if it is due. */
async function loadAndClose({ open, head }: Known): Promise<LiveSite> {
  const saved = open();
  const live = await saved.load(await head());
  await saved.close();
  return live;
}

/** All that a live site says, and is advanced by. */
function contentOf({ commit, site, publicUrl, types, graph }: LiveSite): unknown {
  const { schemas, entries, ...maps } = graph;
  const ids = [...entries.keys()].toSorted();
  return {
    commit,
    site,
    publicUrl,
    schemas: [...schemas].map(([apiId, versions]) => [apiId, [...versions]]),
    entries: ids.map((id) => {
      const entry = entries.get(id);
      return [id, { ...entry }, entry?.json];
    }),
    types: [...types.values()].map((type) => [
      type.schema,
      type.body.totalCount,
      type.body.segments.map(({ rows, updatedAt }) => [Buffer.from(rows).toString(), updatedAt]),
      Buffer.concat(type.file() ?? []).toString(),
    ]),
    maps: Object.fromEntries(
      Object.entries(maps).map(([name, map]) => [
        name,
        [...map.keys()].toSorted().map((key) => [key, map.get(key)]),
      ]),
    ),
  };
}

test("a live site that was kept is the one that git gives, and found by id and slug", async () => {
  const known = await begin();
  await loadAndClose(known);
  const restored = await loadAndClose(known);
  const expected = await known.fromGit();
  expect(contentOf(restored)).toEqual(contentOf(expected));
  expect(restored.find("posts", "second")?.json).toBe(expected.entry(known.post)?.json);
  expect(restored.find("people", "second")).toBeUndefined();
});

test("no blob is read of a site that was kept", async () => {
  const known = await begin();
  await loadAndClose(known);
  const { repository } = known.blog.store;
  const asked: string[] = [];
  const saved = openSavedLiveSite({
    repository: {
      ...repository,
      readBlobs: (oids) => {
        asked.push(...oids);
        return repository.readBlobs(oids);
      },
    },
    publicUrl: PUBLIC_URL,
    path: known.path,
  });
  await saved.load(await known.head());
  expect(asked).toEqual([]);
});

test("what was published since the file was written is read from git", async () => {
  const known = await begin();
  await loadAndClose(known);
  const before = await readFile(known.path);
  await known.blog.save("posts", "second", { title: "Changed" }, known.post);
  await publish(known.blog, known.post);
  const saved = known.open({ fewEntries: 100 });
  const live = await saved.load(await known.head());
  await saved.close();
  expect(contentOf(live)).toEqual(contentOf(await known.fromGit()));
  expect(await readFile(known.path)).toEqual(before);
});

test("a file of another address, and one that is gone, change nothing", async () => {
  const known = await begin();
  await loadAndClose(known);
  const elsewhere = "https://elsewhere.example.test/public/site";
  const saved = known.open({ publicUrl: elsewhere });
  const live = await saved.load(await known.head());
  expect(contentOf(live)).toEqual(contentOf(await known.fromGit(elsewhere)));
  await rm(known.path);
  expect(contentOf(await loadAndClose(known))).toEqual(contentOf(await known.fromGit()));
});

test("a file of a commit that git does not have is not followed", async () => {
  const [other, known] = [await begin(), await begin()];
  await loadAndClose(other);
  await writeFile(known.path, await readFile(other.path));
  expect(contentOf(await loadAndClose(known))).toEqual(contentOf(await known.fromGit()));
});

test("a file that was cut off, or of which any byte is another, is not believed", async () => {
  const known = await begin();
  await loadAndClose(known);
  const whole = await readFile(known.path);
  const expected = contentOf(await known.fromGit());
  await fc.assert(
    fc.asyncProperty(
      fc.nat(whole.length - 1),
      fc.integer({ min: 0, max: 255 }),
      async (at, xor) => {
        const broken = Buffer.from(xor === 0 ? whole.subarray(0, at) : whole);
        if (xor > 0) broken[at] = (broken[at] ?? 0) ^ xor;
        await writeFile(known.path, broken);
        const saved = known.open({ fewEntries: 100 });
        expect(contentOf(await saved.load(await known.head()))).toEqual(expected);
        await saved.close();
      },
    ),
    { numRuns: 60 },
  );
});

test("a file of another renderer is not believed, though it is whole", async () => {
  const known = await begin();
  await loadAndClose(known);
  const whole = (await readFile(known.path)).subarray(0, -32);
  const forge = async (renderer: number): Promise<string | undefined> => {
    const text = whole.toString("latin1").replace(/"renderer":\d/, `"renderer":${renderer}`);
    const forged = Buffer.from(text.replaceAll('"Second"', '"Forged"'), "latin1");
    await writeFile(
      known.path,
      Buffer.concat([forged, createHash("sha256").update(forged).digest()]),
    );
    const live = await known.open({ fewEntries: 100 }).load(await known.head());
    return live.entry(known.post)?.json;
  };
  expect(await forge(RENDERER_VERSION)).toContain('"Forged"');
  expect(await forge(RENDERER_VERSION - 1)).toContain('"Second"');
});

test("few entries are not kept, and nothing is once the site is withdrawn", async () => {
  const known = await begin();
  const few = known.open({ fewEntries: 3 });
  await few.load(await known.head());
  await few.close();
  await expect(readFile(known.path)).rejects.toThrow("ENOENT");
  await loadAndClose(known);
  const saved = known.open();
  await saved.load(await known.head());
  await saved.remove();
  await saved.close();
  await expect(readFile(known.path)).rejects.toThrow("ENOENT");
});
