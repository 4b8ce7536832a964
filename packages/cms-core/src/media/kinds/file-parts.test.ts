import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { PART_BYTES, partsOfFile } from "./sniff-media.ts";

test.for([0, 1, PART_BYTES, 3 * PART_BYTES + 1])(
  "reads a file of %i bytes completely through one buffer",
  async (size) => {
    const folder = await mkdtemp(join(tmpdir(), "loam-parts-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const bytes = randomBytes(size);
    await writeFile(join(folder, "file"), bytes);
    const copies: Buffer[] = [];
    const buffers = new Set<ArrayBufferLike>();
    for await (const part of partsOfFile(join(folder, "file"))) {
      copies.push(Buffer.from(part));
      buffers.add(part.buffer);
    }
    expect(Buffer.concat(copies).equals(bytes)).toBe(true);
    expect(buffers.size).toBeLessThanOrEqual(1);
  },
);
