import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createBuildRows, type BuildRows } from "./build-rows.ts";
import { entryRecord } from "./entry-writer.ts";
import { unreadFacts } from "./version-facts.ts";

/** So many that a thread writes them. */
const MANY = 2500;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-rows-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function write(rows: BuildRows, name: string): Promise<void> {
  for (let number = 0; number < MANY; number += 1) {
    const identity = { apiId: "posts", slug: `${name}-${number}`, object: false };
    const facts = unreadFacts(identity, { blob: "", issues: [] });
    const place = { path: `${name}/${number}`, updatedAt: 0, ledger: undefined };
    rows.put(entryRecord({ ...facts, title: `${name} Ⓐ` }, place));
    await rows.drain();
  }
  await rows.finish();
}

function slugsAndTexts(path: string): unknown[] {
  const database = new DatabaseSync(path);
  const rows = database.prepare("SELECT slug, by_title, text FROM entries JOIN texts USING (row)");
  const found = rows.all().map((row) => [row["slug"], row["by_title"], row["text"]]);
  database.close();
  return found;
}

function expected(name: string): unknown[] {
  return Array.from({ length: MANY }, (_, number) => {
    return [`${name}-${number}`, `${name} a`, `${name}-${number}\n`];
  });
}

test("the rows of indexes made at once, and one after the other, are each in its own file", async () => {
  const folder = newFolder();
  const make = async (name: string): Promise<void> =>
    write(createBuildRows(join(folder, name), MANY), name);
  await Promise.all([make("soil"), make("rain")]);
  await make("seed");
  for (const name of ["soil", "rain", "seed"]) {
    expect(slugsAndTexts(join(folder, name))).toEqual(expected(name));
  }
});

test("rows that cannot be written fail the index they are of, and no other", async () => {
  const folder = newFolder();
  const broken = write(createBuildRows(join(folder, "missing", "soil"), MANY), "soil");
  await expect(broken).rejects.toThrow("unable to open database file");
  await write(createBuildRows(join(folder, "rain"), MANY), "rain");
  expect(slugsAndTexts(join(folder, "rain"))).toEqual(expected("rain"));
});

test("an index that is given up leaves its file to whoever removes it", async () => {
  const folder = newFolder();
  const rows = createBuildRows(join(folder, "soil"), MANY);
  await rows.abort();
  await write(createBuildRows(join(folder, "soil"), MANY), "rain");
  expect(slugsAndTexts(join(folder, "soil"))).toEqual(expected("rain"));
});
