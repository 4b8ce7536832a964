import { randomBytes } from "node:crypto";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { photoLikeImage, testIntake } from "./intake.fixture.ts";
import { receiveUpload } from "./receive-upload.ts";

const UPLOADS = 24;
const PART_BYTES = 65_000;
const PARTS = 16;

test("MED-10 requests the next part of each upload once the previous one is written", async () => {
  const folder = await mkdtemp(join(tmpdir(), "many-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  let requestedParts = 0;
  const parts = async function* (path: string): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < PARTS; part += 1) {
      requestedParts += 1;
      expect((await stat(path)).size).toBe(part * PART_BYTES);
      yield Buffer.alloc(PART_BYTES, part);
    }
  };
  const received = await Promise.all(
    Array.from({ length: UPLOADS }, async (_, number) => {
      const path = join(folder, `upload-${number}`);
      return receiveUpload(parts(path), path);
    }),
  );

  expect(requestedParts).toBe(UPLOADS * PARTS);
  expect(new Set(received.map(({ byteSize }) => byteSize))).toEqual(new Set([PARTS * PART_BYTES]));
});

test("MED-10 processes many concurrent images in one process and stores all", async () => {
  const intake = await testIntake();
  const small = await photoLikeImage(330, 200);
  let most = 0;
  const sample = (): void => {
    most = Math.max(most, intake.imageProcesses().length);
  };
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (const part of heavy(small)) {
      sample();
      yield part;
    }
  };
  const turns: string[] = [];
  const records = await Promise.all(
    Array.from({ length: UPLOADS }, async () =>
      intake.take(parts(), "photo.jpg", {
        reserve: async ({ sha256 }) => {
          sample();
          turns.push(sha256);
          return { release: async () => undefined };
        },
      }),
    ),
  );

  expect(most).toBe(1);
  expect(turns).toHaveLength(UPLOADS);
  expect(new Set(records.map(({ sha256 }) => sha256)).size).toBe(1);
  expect(records.every(({ variants }) => variants.length === 2)).toBe(true);
});

/** Creates a unique JPEG with a megabyte of comments. */
function heavy(jpeg: Buffer): Buffer[] {
  const comments = Array.from({ length: PARTS }, () => {
    const comment = randomBytes(PART_BYTES);
    return Buffer.concat([Buffer.of(0xff, 0xfe), sizeOf(comment), comment]);
  });
  return [jpeg.subarray(0, 2), ...comments, jpeg.subarray(2)];
}

function sizeOf(comment: Buffer): Buffer {
  const size = Buffer.alloc(2);
  size.writeUInt16BE(comment.length + 2);
  return size;
}
