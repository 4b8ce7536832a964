import { join } from "node:path";
import { openMediaFolder } from "@loam/cms-core/media";
import {
  type FilePlan,
  openPublicBucket,
  openPublicFolder,
  type PublicFile,
  type PublicStorage,
} from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { startS3Server } from "../support/s3/s3-server.ts";
import { storedContent } from "../support/site/stored-content.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const STORAGES: Readonly<Record<string, () => Promise<PublicStorage>>> = {
  folder: async () => openPublicFolder(join(await temporaryFolder("public"), "s1")),
  bucket: async () => openPublicBucket((await startS3Server()).bucket("public/s1")),
};

function file(path: string, text: string): PublicFile {
  return { path, body: { kind: "chunks", chunks: () => [Buffer.from(text)] } };
}

function write(...files: PublicFile[]): FilePlan {
  return { writes: [files], removals: [] };
}

function remove(...paths: string[]): FilePlan {
  return { writes: [], removals: [paths] };
}

function notRendered(): Promise<never> {
  return Promise.reject(new Error("not rendered"));
}

describe.for(Object.keys(STORAGES))("public storage in a %s", (kind) => {
  const open = STORAGES[kind] ?? (() => Promise.reject(new Error(kind)));

  test("contains what plans wrote and nothing they removed", async () => {
    const storage = await open();
    await storage.apply({
      writes: [
        [
          file("api/posts/a.json", "1"),
          { path: "api/posts/b.json", body: { kind: "same", as: "api/posts/a.json" } },
        ],
        [file("api/posts.json", "list"), file("api/posts/_index.json", "rows")],
        [file("api/index.json", "index")],
      ],
      removals: [],
    });
    await storage.apply({
      writes: [[file("api/posts.json", "new")]],
      removals: [["api/posts/b.json"]],
    });

    expect(await storedContent(storage)).toEqual({
      "api/index.json": "index",
      "api/posts.json": "new",
      "api/posts/_index.json": "rows",
      "api/posts/a.json": "1",
    });
    await storage.apply(remove("api/posts/a.json", "api/posts/_index.json", "api/gone.json"));
    expect(await storage.list()).toEqual(["api/index.json", "api/posts.json"]);
    expect(await storage.open("api/posts/a.json")).toBeUndefined();
    await storage.close();
  });

  test("replaces both names of a hard-linked file", async () => {
    const storage = await open();
    const pair = (text: string): FilePlan =>
      write(file("a/1.json", text), { path: "a/x.json", body: { kind: "same", as: "a/1.json" } });
    await storage.apply(pair("old"));
    await storage.apply(pair("new"));
    await storage.apply(write(file("a/1.json", "newer")));

    expect(await storedContent(storage)).toEqual({ "a/1.json": "newer", "a/x.json": "new" });
  });

  test("accepts a list of many megabytes and hundreds of files at the same time", async () => {
    const storage = await open();
    const part = Buffer.from("0123456789".repeat(1000));
    const many = Array.from({ length: 120 }, (_, n) => file(`api/posts/${n}.json`, String(n)));
    const chunks = () => Array.from({ length: 900 }, () => part);
    const plan = write(...many, { path: "api/posts.json", body: { kind: "chunks", chunks } });
    await storage.apply(plan);

    const content = await storedContent(storage);
    expect(content["api/posts.json"]?.length).toBe(9_000_000);
    expect(content["api/posts/119.json"]).toBe("119");
    expect(Object.keys(content)).toHaveLength(121);
    expect(await storage.list()).toEqual(Object.keys(content));
  });

  test("copies media once unless a rewrite is requested", async () => {
    const storage = await open();
    const media = await openMediaFolder(await temporaryFolder("media"));
    const put = async (folder: string, bytes: string, rewriteMedia: boolean): Promise<void> => {
      const key = `${folder}/${folder.repeat(32)}/original`;
      await media.put(key, Buffer.from(bytes));
      const object = await media.open(key);
      const body = { kind: "media", object, mimeType: "image/png" } as const;
      await storage.apply(write({ path: "media/ab/p.png", body }), { rewriteMedia });
    };
    await put("ab", "picture", false);
    // Paths are content-addressed, so different bytes of the same size indicate a fault.
    await put("cd", "PICTURE", false);
    expect(await storedContent(storage)).toEqual({ "media/ab/p.png": "picture" });
    await put("cd", "PICTURE", true);
    expect(await storedContent(storage)).toEqual({ "media/ab/p.png": "PICTURE" });
  });

  test.for(["../x", "/etc/x", "a/../../x", "a//b", "", "a\0b", "a/./b"])(
    "neither writes nor removes %j",
    async (path) => {
      const storage = await open();
      const refused = { code: "invalid_path" };
      await expect(storage.apply(write(file("ok", "1"), file(path, "2")))).rejects.toMatchObject(
        refused,
      );
      await expect(storage.apply(remove(path))).rejects.toMatchObject(refused);
      expect(await storage.list()).toEqual([]);
    },
  );

  test.for([".hidden", "a/.tmp/b", "a\\b", `a/${"x".repeat(256)}`])(
    "never writes %j",
    async (path) => {
      const storage = await open();
      await expect(storage.apply(write(file(path, "2")))).rejects.toMatchObject({
        code: "invalid_path",
      });
      expect(await storage.list()).toEqual([]);
    },
  );

  test("changes nothing if a prerequisite fails", async () => {
    const storage = await open();
    const before = Promise.reject(new Error("no cursor"));
    await expect(storage.apply(write(file("a.json", "1")), { before })).rejects.toThrow(
      "no cursor",
    );
    expect(await storage.list()).toEqual([]);
  });

  test("writes nothing of a group if a file of the previous one fails", async () => {
    const storage = await open();
    const plan: FilePlan = {
      writes: [
        [file("a.json", "1"), { path: "b.json", body: { kind: "chunks", chunks: notRendered } }],
        [file("api/index.json", "index")],
      ],
      removals: [["old.json"]],
    };
    await storage.apply(write(file("old.json", "old")));
    await expect(storage.apply(plan)).rejects.toThrow("not rendered");
    const left = await storedContent(storage);
    expect(left).toMatchObject({ "old.json": "old" });
    expect(left).not.toHaveProperty(["api/index.json"]);
  });
});
