import { hash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { writeZip, type ZipFile } from "./write-zip.ts";
import { dataDescriptor, directoryHeader, endOfDirectory, localHeader } from "./zip-records.ts";

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

test("what is written is read back, however it comes and is stored", async () => {
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.array(fc.uint8Array({ maxLength: 500 }), { maxLength: 5 }),
    fc.nat(600_000).map((length) => [Buffer.alloc(length, "a"), Buffer.from("end")]),
  );
  const file = fc.record({ content, compress: fc.boolean(), wide: fc.boolean() });
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

test("the bytes do not depend on how a stream is cut", async () => {
  const text = Buffer.from("some words that come again ".repeat(40_000));
  const parts = [text.subarray(0, 7), text.subarray(7, 700_000), text.subarray(700_000)];
  expect((await deflated(parts)).equals(await deflated([text]))).toBe(true);
});

test.each([
  ["a whole file", Buffer.alloc(2_000_000, "a")],
  ["a stream", [Buffer.alloc(2_000_000, "a")]],
])("%s never grows a hundredfold when it is read", async (_, content) => {
  const opened = await fromBufferPromise(await zipOf([{ name: "a.txt", content, compress: true }]));
  for await (const { uncompressedSize, compressedSize } of opened.eachEntry()) {
    expect(uncompressedSize / compressedSize).toBeLessThan(100);
  }
});

test("more than 65,535 files and more than 4 GB have numbers of 64 bits", async () => {
  const name = Buffer.from("big");
  const sizes = {
    crc: 1,
    byteSize: 5_000_000_000,
    storedSize: 5_000_000_001,
    offset: 6_000_000_000,
  };
  const big = { name, method: 0, streamed: true, wide: true, ...sizes } as const;

  expect(dataDescriptor(big).readBigUInt64LE(8)).toBe(5_000_000_001n);
  expect(
    localHeader(big, WHEN)
      .subarray(30 + 3)
      .toString("hex", 0, 4),
  ).toBe("01001000");
  const extra = directoryHeader(big, WHEN).subarray(46 + 3);
  expect([4, 12, 20].map((at) => extra.readBigUInt64LE(at))).toEqual([
    5_000_000_000n,
    5_000_000_001n,
    6_000_000_000n,
  ]);
  expect(endOfDirectory({ files: 70_000, offset: 1, byteSize: 2 }).length).toBe(56 + 20 + 22);

  const files = Array.from({ length: 66_000 }, (_, number) => ({
    name: String(number),
    content: Buffer.alloc(0),
    compress: false,
  }));
  const opened = await fromBufferPromise(await zipOf(files));
  expect(opened.entryCount).toBe(66_000);
  opened.close();
});

test("whoever stops reading ends what is being read", async () => {
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
