import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { writeExportFile } from "@loam/cms-core/export";
import type { MediaStorage } from "@loam/cms-core/media";
import { expect, test } from "vitest";
import { PUBLIC_URL } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { exampleBlog, exportOf, zipOf } from "../../support/transfer/example-export.ts";
import { zipContent } from "../../support/transfer/zip-content.ts";

test("ZIP-02 lists media beyond the limit with URLs in README, manifest, and headers", async () => {
  const { blog, photo } = await exampleBlog();
  const shown = await blog.store.readMedia(photo);
  const unused = blog.store.mediaIds().find((id) => id !== photo);
  const hidden = await blog.store.readMedia(unused ?? "");
  const mediaLimitBytes = shown.byteSize + hidden.byteSize - 1;

  const opened = await exportOf(blog, { mediaLimitBytes });
  const files = await zipContent(await buffer(opened.zip()));

  // Private media come before public ones.
  expect([...files.keys()].filter((path) => path.startsWith("media/"))).toEqual([
    `media/${hidden.id}.png`,
  ]);
  expect(notBundled(files)).toEqual([
    {
      id: shown.id,
      filename: shown.filename,
      mimeType: "image/png",
      byteSize: shown.byteSize,
      sha256: shown.sha256,
      published: true,
      url: `${PUBLIC_URL}/media/${shown.sha256.slice(0, 16)}/${shown.filename}`,
    },
  ]);
  expect(opened.headers).toMatchObject({
    "X-Export-Media-Limit": String(mediaLimitBytes),
    "X-Export-Media-Bundled": "1",
    "X-Export-Media-Not-Bundled": "1",
  });
  expect(String(files.get("README.md"))).toContain(`up to ${mediaLimitBytes} bytes`);
});

test("lists no dead URLs", async () => {
  const { blog, photo } = await exampleBlog();
  const addressesOf = async (publishing: boolean): Promise<unknown> => {
    const opened = await exportOf(blog, { mediaLimitBytes: 0, publishing });
    const listed = notBundled(await zipContent(await buffer(opened.zip())));
    return listed.filter(({ url }) => url !== undefined).map(({ id }) => id);
  };
  expect(await addressesOf(true)).toEqual([photo]);
  expect(await addressesOf(false)).toEqual([]);
});

function contentUrl(id: string): string {
  return `https://hq.example/media/${id}/content`;
}

test("lists each file with the URL where members open it", async () => {
  const { blog, photo } = await exampleBlog();
  const opened = await exportOf(blog, { mediaLimitBytes: 0, contentUrl });
  const listed = notBundled(await zipContent(await buffer(opened.zip())));
  expect(listed.length).toBeGreaterThan(1);
  for (const { id, url } of listed) {
    expect(url).toMatch(id === photo ? `${PUBLIC_URL}/media/` : contentUrl(id));
  }
});

test("reports missing binaries in README, manifest, and headers", async () => {
  const { blog, photo } = await exampleBlog();
  const storage = {
    has: async () => false,
    open: async (key: string) => blog.media.open(key),
  };

  const opened = await exportOf(blog, { media: storage });
  const files = await zipContent(await buffer(opened.zip()));

  const lost = blog.store.mediaIds().toSorted();
  expect(lost).toContain(photo);
  expect(JSON.parse(String(files.get("manifest.json"))).media.missing.toSorted()).toEqual(lost);
  expect(opened.headers["X-Export-Media-Missing"]).toBe(String(lost.length));
  expect(String(files.get("README.md"))).toContain(
    `Missing from media storage: ${lost.length} files`,
  );
});

interface Listed {
  readonly id: string;
  readonly url?: string;
}

function notBundled(files: ReadonlyMap<string, Uint8Array>): readonly Listed[] {
  return JSON.parse(Buffer.from(files.get("manifest.json") ?? "").toString()).media.notBundled;
}

async function* endless(whenEnded: () => void): AsyncGenerator<Buffer> {
  try {
    for (;;) yield Buffer.alloc(1_000_000);
  } finally {
    whenEnded();
  }
}

test("ZIP-03 stops when the reader disconnects and leaves no file on disk errors", async () => {
  const { blog } = await exampleBlog();
  let opened = 0;
  let ended = 0;
  const media: Pick<MediaStorage, "has" | "open"> = {
    has: async () => true,
    async open() {
      opened += 1;
      const stream = endless(() => (ended += 1));
      return { kind: "stream", stream, byteSize: 1 };
    },
  };
  const folder = await temporaryFolder("export-abort");
  const reading = (await exportOf(blog, { media })).zip();
  await reading.next();
  await reading.return(undefined);
  expect([opened, ended]).toEqual([1, 1]);

  async function* failing(): AsyncGenerator<Buffer> {
    let left = 3;
    for await (const chunk of (await exportOf(blog, { media })).zip()) {
      if ((left -= 1) === 0) throw new Error("ENOSPC");
      yield chunk;
    }
  }
  await expect(writeExportFile(join(folder, "site.zip"), failing())).rejects.toMatchObject({
    code: "storage_failed",
  });
  expect([opened, ended]).toEqual([2, 2]);
  expect(await readdir(folder)).toEqual([]);
});

async function* nothing(): AsyncGenerator<Buffer> {
  // An empty file.
}

test("refuses a binary that doesn't match its record", async () => {
  const { blog } = await exampleBlog();
  const media: Pick<MediaStorage, "has" | "open"> = {
    has: async () => true,
    open: async () => ({ kind: "stream", stream: nothing(), byteSize: 0 }),
  };
  await expect(zipOf(blog, { media })).rejects.toMatchObject({ code: "storage_failed" });
});
