import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { photoLikeImage, testIntake, type TestIntake } from "./intake.fixture.ts";
import { receiveUpload } from "./receive-upload.ts";

async function target(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "receive-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return join(dir, "upload");
}

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) {
    await sleep(1);
    yield Buffer.from(text);
  }
}

/** Sends one part and then nothing, forever. */
async function* stalling(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
  await Promise.withResolvers<never>().promise;
}

async function* failing(part: Uint8Array): AsyncGenerator<Uint8Array> {
  yield part;
  throw new Error("connection reset");
}

/** Returns the folders and files of uploads in progress. */
async function underWay({ uploads }: TestIntake): Promise<string[]> {
  const [work = ""] = await readdir(uploads);
  return readdir(join(uploads, work));
}

test("writes parts to one file with its size and hash", async () => {
  const path = await target();

  const received = await receiveUpload(parts("one ", "two ", "three"), path);

  expect(await readFile(path, "utf8")).toBe("one two three");
  const sha256 = createHash("sha256").update("one two three").digest("hex");
  expect(received).toEqual({ byteSize: 13, sha256 });
});

test("stops a sender of 250 MB at the limit without buffering", async () => {
  const path = await target();
  let sent = 0;
  const part = Buffer.alloc(1_048_576);
  const endless = async function* (): AsyncGenerator<Uint8Array> {
    for (; sent < 250; sent += 1) yield part;
  };
  const before = process.memoryUsage().arrayBuffers;

  await expect(receiveUpload(endless(), path)).rejects.toMatchObject({ code: "too_large" });

  expect(sent).toBe(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
});

test("rejects an upload announced as too large before reading a byte", async () => {
  const path = await target();
  const content = failing(Buffer.from("x"));

  await expect(receiveUpload(content, path, { expectedBytes: 300_000_000 })).rejects.toMatchObject({
    code: "too_large",
  });
  await expect(stat(path)).rejects.toMatchObject({ code: "ENOENT" });
});

test.for([
  ["a sender that fails", (part: Uint8Array) => [failing(part), {}] as const],
  ["a sender that is silent", (part: Uint8Array) => [stalling(part), { stallMs: 30 }] as const],
  [
    "a lost connection",
    (part: Uint8Array) => [stalling(part), { signal: AbortSignal.timeout(30) }] as const,
  ],
  [
    "one byte less than announced",
    (part: Uint8Array) => [part, { expectedBytes: part.length + 1 }] as const,
  ],
  [
    "one byte more than announced",
    (part: Uint8Array) => [part, { expectedBytes: part.length - 1 }] as const,
  ],
] as const)("leaves nothing of %s and does not accept it as a shorter upload", async ([, make]) => {
  const intake = await testIntake();
  const [content, options] = make(await photoLikeImage(400, 300));

  await expect(intake.take(content, "x.jpg", options)).rejects.toMatchObject({
    code: "upload_incomplete",
  });

  expect(await intake.objects()).toEqual([]);
  expect(await underWay(intake)).toEqual([]);
});

test("rejects a missing file", async () => {
  const intake = await testIntake();

  await expect(intake.take({ file: "/nowhere/x.jpg" })).rejects.toMatchObject({
    code: "upload_incomplete",
  });
});
