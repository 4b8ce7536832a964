import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createBuildRows, type BuildRows } from "./build-rows.ts";
import type { TouchOf } from "./change-times.ts";
import { entryRecord, type EntryRecord } from "./entry-writer.ts";
import { unreadFacts } from "./version-facts.ts";

/** So many that a thread writes them. */
const MANY = 2500;
const NO_TOUCHES: Promise<TouchOf> = Promise.resolve(() => undefined);

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "loam-rows-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function open(path: string, touches: Promise<TouchOf> = NO_TOUCHES): BuildRows {
  return createBuildRows(path, { count: MANY, touches });
}

function record(name: string, number: number): EntryRecord {
  const identity = { apiId: "posts", slug: `${name}-${number}`, object: false };
  const facts = unreadFacts(identity, { blob: "", issues: [] });
  const place = { path: `${name}/${number}`, ledger: undefined };
  return entryRecord({ ...facts, title: `${name} Ⓐ` }, place);
}

async function write(rows: BuildRows, name: string): Promise<void> {
  for (let number = 0; number < MANY; number += 1) {
    rows.put(record(name, number), `${name}/${number}`);
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
  const make = async (name: string): Promise<void> => write(open(join(folder, name)), name);
  await Promise.all([make("soil"), make("rain")]);
  await make("seed");
  for (const name of ["soil", "rain", "seed"]) {
    expect(slugsAndTexts(join(folder, name))).toEqual(expected(name));
  }
});

test("rows that cannot be written fail the index they are of, and no other", async () => {
  const folder = newFolder();
  const broken = write(open(join(folder, "missing", "soil")), "soil");
  await expect(broken).rejects.toThrow("no such file");
  await write(open(join(folder, "rain")), "rain");
  expect(slugsAndTexts(join(folder, "rain"))).toEqual(expected("rain"));
});

test("an index that is given up leaves its file to whoever removes it", async () => {
  const folder = newFolder();
  const rows = open(join(folder, "soil"));
  await rows.abort();
  await write(open(join(folder, "soil")), "rain");
  expect(slugsAndTexts(join(folder, "soil"))).toEqual(expected("rain"));
});

test.each([3, MANY])(
  "%i rows that were there before it was known who changed them have their own",
  async (count) => {
    const path = join(newFolder(), "soil");
    const { promise: touches, resolve } = Promise.withResolvers<TouchOf>();
    const rows = createBuildRows(path, { count, touches });
    for (let number = 0; number < 3; number += 1) rows.put(record("soil", number), String(number));
    await rows.drain();
    const author = { name: "Ann", email: "ann@example.test" };
    resolve((file) => (file === "1" ? undefined : { time: Number(file) * 1000, author }));
    await rows.finish();

    const database = new DatabaseSync(path);
    const found = database.prepare(
      "SELECT slug, updated_at, by_updated, author, author_email FROM entries ORDER BY row",
    );
    const written = found.all().map((row) => Object.values(row));
    database.close();
    expect(written).toEqual([
      ["soil-0", 0, 0, "Ann", "ann@example.test"],
      ["soil-1", 0, 0, "", ""],
      ["soil-2", 2000, -2000, "Ann", "ann@example.test"],
    ]);
  },
);

test("where many rows wait, no more are read until it is known who changed them", async () => {
  const { promise: touches, reject } = Promise.withResolvers<TouchOf>();
  const rows = createBuildRows(join(newFolder(), "soil"), { count: 1, touches });
  for (let number = 0; number < MANY; number += 1) rows.put(record("soil", number), "");
  const drained = rows.drain();
  reject(new Error("git failed"));

  await expect(drained).rejects.toThrow("git failed");
  await expect(rows.finish()).rejects.toThrow("git failed");
  await rows.abort();
});
