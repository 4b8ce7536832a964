import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bandLines, FLUSH, pktLine, type PktLine, PktReader } from "./pkt-line.ts";

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function readAll(reader: PktReader): Promise<readonly PktLine[]> {
  const lines: PktLine[] = [];
  for (;;) {
    const line = await reader.next();
    if (line === "end") return lines;
    lines.push(line);
  }
}

test("reads lines in any chunks, followed by the remaining data", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 200 })),
      fc.uint8Array({ maxLength: 200 }),
      fc.integer({ min: 1, max: 50 }),
      async (payloads, rest, size) => {
        const bytes = Buffer.concat([...payloads.map((line) => pktLine(line)), FLUSH, rest]);
        const reader = new PktReader(inPieces(bytes, size));
        for (const line of payloads) expect(await reader.next()).toEqual(Buffer.from(line));
        expect(await reader.next()).toBe("flush");
        expect(Buffer.concat(await Array.fromAsync(reader.rest()))).toEqual(Buffer.from(rest));
      },
    ),
  );
});

test("splits long data into lines within Git's limit", async () => {
  const bytes = Buffer.alloc(150_000, "x");
  const lines = await readAll(new PktReader(inPieces(bandLines(2, bytes), 65_536)));
  const parts = lines.map((line) => Buffer.from(line));
  expect(parts.map((part) => [part[0], part.length])).toEqual([
    [2, 65_516],
    [2, 65_516],
    [2, 18_971],
  ]);
  expect(bytes.equals(Buffer.concat(parts.map((part) => part.subarray(1))))).toBe(true);
});

test.for(["zzzz", "0003", "fff5", "000", "0009ab", "-001", "+0x4", " 0x5"])(
  "rejects the line %j",
  async (text) => {
    const reader = new PktReader(inPieces(Buffer.from(text), 3));
    await expect(readAll(reader)).rejects.toMatchObject({ code: "invalid_request" });
  },
);
