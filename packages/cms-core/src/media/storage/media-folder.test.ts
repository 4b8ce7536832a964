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

test("an object that was put can be read, opened and found", async () => {
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

test("many writers of one object leave one whole object and nothing else", async () => {
  const dir = await temporaryFolder();
  const storage = await openMediaFolder(dir);
  const bytes = Buffer.alloc(200_000, 7);

  await Promise.all(Array.from({ length: 20 }, () => storage.put(keyOf("d"), bytes)));

  expect(Buffer.from(await storage.read(keyOf("d"))).equals(bytes)).toBe(true);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

test("a write that fails leaves nothing behind", async () => {
  const dir = await temporaryFolder();
  const storage = await openMediaFolder(dir);

  await expect(storage.put(keyOf("e"), { file: join(dir, "absent") })).rejects.toMatchObject({
    code: "storage_failed",
  });

  expect(await storage.has(keyOf("e"))).toBe(false);
  expect(await readdir(join(dir, "tmp"))).toEqual([]);
});

test("what a crash left behind is removed an hour later, what is being written is not", async () => {
  const dir = await temporaryFolder();
  await mkdir(join(dir, "tmp"));
  await writeFile(join(dir, "tmp", "old"), "half");
  await writeFile(join(dir, "tmp", "new"), "half");
  const twoHoursAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
  await utimes(join(dir, "tmp", "old"), twoHoursAgo, twoHoursAgo);

  await openMediaFolder(dir);

  expect(await readdir(join(dir, "tmp"))).toEqual(["new"]);
});
