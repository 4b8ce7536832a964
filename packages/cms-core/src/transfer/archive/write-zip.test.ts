import { hash, randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { isDeflatable, writeZip, type ZipFile } from "./write-archive.ts";

const WHEN = new Date("2026-02-03T04:05:06Z");

async function* each(files: readonly ZipFile[]): AsyncGenerator<ZipFile> {
  yield* files;
}

function zipOf(files: readonly ZipFile[]): Promise<Buffer> {
  return buffer(writeZip(each(files), { when: WHEN }));
}

async function readBack(zip: Buffer): Promise<[string, Buffer][]> {
  const opened = await fromBufferPromise(zip, { strictFileNames: true });
  const files: [string, Buffer][] = [];
  for await (const entry of opened.eachEntry()) {
    expect(entry.getLastModDate({ timezone: "UTC" })).toEqual(WHEN);
    expect((entry.externalFileAttributes >>> 16).toString(8)).toBe("100644");
    const { fileName, fileNameRaw } = entry;
    expect((await opened.readLocalFileHeaderPromise(entry, {})).fileName).toEqual(fileNameRaw);
    files.push([fileName, await buffer(await opened.openReadStreamPromise(entry))]);
  }
  return files;
}

function hashed(files: readonly (readonly [string, Uint8Array])[]): string[] {
  return files.map(([name, bytes]) => `${name} ${bytes.length} ${hash("sha256", bytes)}`);
}

test("writes files that are read back unchanged, streamed or not", async () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.array(fc.uint8Array({ maxLength: 500 }), { maxLength: 5 }),
    fc.nat(600_000).map((length) => [Buffer.alloc(length, "a"), Buffer.from("end")]),
  );
  const file = fc.record({ content, compress: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 6 }), async (some) => {
      const files = some.map((one, index) => ({ ...one, name: `ä ${index}.txt` }));
      const zip = await zipOf(files);
      const wanted = files.map(({ name, content: bytes }) => {
        return [name, bytes instanceof Uint8Array ? bytes : Buffer.concat(bytes)] as const;
      });
      expect(hashed(await readBack(zip))).toEqual(hashed(wanted));
      expect((await zipOf(files)).equals(zip)).toBe(true);
    }),
    { numRuns: 25, endOnFailure: true },
  );
});

function deflated(content: readonly Uint8Array[]): Promise<Buffer> {
  return zipOf([{ name: "a.txt", content, compress: true }]);
}

test("writes the same bytes for any chunks of a stream", async () => {
  const text = Buffer.from("some words that come again ".repeat(40_000));
  const parts = [text.subarray(0, 7), text.subarray(7, 700_000), text.subarray(700_000)];
  expect((await deflated(parts)).equals(await deflated([text]))).toBe(true);
});

test.each([
  ["a text", Buffer.from(randomBytes(100_000).toString("hex")), true],
  ["a long run of one letter", Buffer.alloc(100_000, "a"), false],
  ["a stream of one letter", [Buffer.alloc(60_000, "a"), Buffer.alloc(60_000, "a")], false],
  ["a short run, which no reader minds", Buffer.alloc(60_000, "a"), true],
])("decides whether %s is deflated", async (_, content, may) => {
  expect(await isDeflatable(content)).toBe(may);
});

async function* many(): AsyncGenerator<ZipFile> {
  const content = Buffer.alloc(0);
  for (let at = 0; at < 66_000; at += 1) yield { name: `file-${at}`, content, compress: false };
}

test("writes more than 65,535 files with little memory", async () => {
  const before = process.memoryUsage.rss();
  const zip = await buffer(writeZip(many(), { when: WHEN }));
  const usedBytes = process.memoryUsage.rss() - before;

  const opened = await fromBufferPromise(zip);
  expect(opened.entryCount).toBe(66_000);
  opened.close();
  expect(usedBytes).toBeLessThan(256 * 1_048_576);
});

test.each([true, false])("waits for a slow reader (deflated: %s)", async (compress) => {
  let startedFiles = 0;
  async function* files(): AsyncGenerator<ZipFile> {
    for (; startedFiles < 200; startedFiles += 1) {
      yield { name: `file-${startedFiles}`, content: randomBytes(100_000), compress };
    }
  }
  const zip = writeZip(files(), { when: WHEN });
  await zip.next();
  await delay(300);
  const waiting = startedFiles;
  await zip.return(undefined);

  // Of 20 MB in total.
  expect(waiting).toBeLessThan(40);
});

test.each(["files", "content"])("passes errors of %s to the reader", async (where) => {
  const failure = new Error("The disk is gone.");
  async function* failing(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1000);
    throw failure;
  }
  async function* files(): AsyncGenerator<ZipFile> {
    yield { name: "a", content: Buffer.from("a"), compress: true };
    if (where === "files") throw failure;
    yield { name: "b", content: failing(), compress: true };
    yield { name: "c", content: Buffer.from("c"), compress: true };
  }
  await expect(buffer(writeZip(files(), { when: WHEN }))).rejects.toBe(failure);
});

test("stops reading its sources when the reader stops", async () => {
  const ended: string[] = [];
  async function* content(): AsyncGenerator<Buffer> {
    try {
      for (;;) yield Buffer.alloc(300_000);
    } finally {
      ended.push("content");
    }
  }
  async function* files(): AsyncGenerator<ZipFile> {
    try {
      yield { name: "endless", content: content(), compress: false };
    } finally {
      ended.push("files");
    }
  }
  const zip = writeZip(files(), { when: WHEN });
  await zip.next();
  await zip.return(undefined);

  expect(ended).toEqual(["content", "files"]);
});
