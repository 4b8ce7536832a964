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

test("a file is copied, not moved", async () => {
  const dir = await temporaryFolder();
  const storage = await openMediaFolder(join(dir, "media"));
  const source = join(dir, "source.bin");
  await writeFile(source, "from a file");

  await storage.put(keyOf("b"), { file: source });

  expect(Buffer.from(await storage.read(keyOf("b"))).toString()).toBe("from a file");
  expect(await readFile(source, "utf8")).toBe("from a file");
});

test("an object never changes once it stands", async () => {
  const storage = await openMediaFolder(await temporaryFolder());
  await storage.put(keyOf("c"), Buffer.from("first"));
  await storage.put(keyOf("c"), Buffer.from("second"));

  expect(Buffer.from(await storage.read(keyOf("c"))).toString()).toBe("first");
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

test("a missing object is not_found", async () => {
  const storage = await openMediaFolder(await temporaryFolder());

  await expect(storage.read(keyOf("f"))).rejects.toMatchObject({ code: "not_found" });
  await expect(storage.open(keyOf("f"))).rejects.toMatchObject({ code: "not_found" });
});

test.for(["../x", "tmp/x", "aa/../original", `${keyOf("g")}/../../x`, "", keyOf("g", "..")])(
  "%j is refused as a key",
  async (key) => {
    const storage = await openMediaFolder(await temporaryFolder());

    await expect(storage.put(key, Buffer.from("x"))).rejects.toMatchObject({
      code: "invalid_path",
    });
    await expect(storage.read(key)).rejects.toMatchObject({ code: "invalid_path" });
  },
);

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
