import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openMediaFolder } from "./media-folder.ts";

async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "media-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function keyOf(text: string, name = "original"): string {
  const sha256 = createHash("sha256").update(text).digest("hex");
  return `${sha256.slice(0, 2)}/${sha256}/${name}`;
}

test("reads, opens, and finds a stored object", async () => {
  const storage = await openMediaFolder(await temporaryFolder());
  const key = keyOf("a");

  expect(await storage.has(key)).toBe(false);
  await storage.put(key, Buffer.from("bytes"));

  expect(await storage.has(key)).toBe(true);
  expect(Buffer.from(await storage.read(key)).toString()).toBe("bytes");
  const opened = await storage.open(key);
  expect(opened).toMatchObject({ kind: "file", byteSize: 5 });
  expect(opened.kind === "file" && (await readFile(opened.path, "utf8"))).toBe("bytes");
});

test("stores one complete object for concurrent writers", async () => {
  const dir = await temporaryFolder();
  const storage = await openMediaFolder(dir);
  const bytes = Buffer.alloc(200_000, 7);

  await Promise.all(Array.from({ length: 20 }, () => storage.put(keyOf("d"), bytes)));

  expect(Buffer.from(await storage.read(keyOf("d"))).equals(bytes)).toBe(true);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

test("leaves nothing of a failed write", async () => {
  const dir = await temporaryFolder();
  const storage = await openMediaFolder(dir);

  await expect(storage.put(keyOf("e"), { file: join(dir, "absent") })).rejects.toMatchObject({
    code: "storage_failed",
  });

  expect(await storage.has(keyOf("e"))).toBe(false);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

test("removes leftovers of a crash after an hour and keeps files being written", async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, "tmp"));
  await writeFile(join(dir, "tmp", "old"), "half");
  await writeFile(join(dir, "tmp", "new"), "half");
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(dir, "tmp", "old"), twoHoursAgo, twoHoursAgo);

  await openMediaFolder(dir);

  expect(await readdir(join(dir, "tmp"))).toEqual(["new"]);
});
