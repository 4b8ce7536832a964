import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openRepository } from "../repository/repository.ts";
import {
  createFileReader,
  createObjectReader,
  type RecentObjects,
  rememberRecent,
} from "./object-reader.ts";

/** A repository with one file, and an object in memory alone. */
async function open(): Promise<{ recent: RecentObjects; stored: string; known: string }> {
  const folder = mkdtempSync(join(tmpdir(), "loam-git-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  const repository = await openRepository(gitDir, { create: true });
  const { blobs } = await repository.commit("refs/heads/main", {
    files: new Map([["a", Buffer.from("stored")]]),
    author: { name: "Ann", email: "ann@example.test" },
    message: "Add a file",
  });
  await repository.close();
  const recent = rememberRecent(createObjectReader(gitDir));
  onTestFinished(async () => recent.close());
  const known = repository.hashBlob(Buffer.from("known"));
  recent.add({ oid: known, type: "blob", bytes: Buffer.from("known") });
  return { recent, stored: blobs.get("a") ?? "", known };
}

const MISSING = "0".repeat(40);

test("answers what it knows and what git has in the order asked", async () => {
  const { recent, stored, known } = await open();
  const found = await recent.read([stored, known, MISSING, stored, known]);
  const texts = found.map((object) => object?.bytes.toString());
  expect(texts).toEqual(["stored", "known", undefined, "stored", "known"]);
  expect(await recent.has([known, MISSING, stored])).toEqual([true, false, true]);
});

test("keeps no more in memory than the objects", async () => {
  const { recent, known } = await open();
  const oid = "2".repeat(40);
  const block = Buffer.alloc(65_536, "x");
  recent.add({ oid, type: "blob", bytes: block.subarray(100, 200) });
  block.fill("y");
  for (const object of await recent.read([oid, known])) {
    expect(object?.bytes.buffer.byteLength).toBe(object?.bytes.length);
  }
  expect(String((await recent.read([oid]))[0]?.bytes)).toBe("x".repeat(100));
});

test("gives out blobs, and none that is another kind of object", async () => {
  const { recent, stored, known } = await open();
  const commit = "1".repeat(40);
  recent.add({ oid: commit, type: "commit", bytes: Buffer.from("tree") });
  recent.add({ oid: stored, type: "blob", bytes: Buffer.from("stored") });
  const { readBlobs } = createFileReader(recent);
  expect((await readBlobs([stored, known])).map(String)).toEqual(["stored", "known"]);
  await expect(readBlobs([commit])).rejects.toMatchObject({ code: "not_found" });
});
