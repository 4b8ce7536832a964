import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { createBuildRows } from "./build-rows.ts";
import { createTimedRows, type TimedRows, type TimeOf } from "./timed-rows.ts";
import { unreadFacts } from "./version-facts.ts";

function put(rows: TimedRows, number: number, text = ""): void {
  const identity = { apiId: "posts", slug: `post-${number}`, object: false };
  const facts = { ...unreadFacts(identity, { blob: "", issues: [] }), text };
  rows.put({ facts, path: String(number), ledger: undefined });
}

function open(times: Promise<TimeOf>) {
  const folder = mkdtempSync(join(tmpdir(), "loam-timed-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "index.db");
  const rows = createBuildRows(path, 1);
  return { path, rows, timed: createTimedRows(rows, times) };
}

test("rows that were there before their times follow each other as they came", async () => {
  const { promise, resolve } = Promise.withResolvers<TimeOf>();
  const { path, rows, timed } = open(promise);
  for (let number = 1; number <= 3; number += 1) put(timed, number);
  await timed.drain();
  resolve((file) => (file === "2" ? undefined : Number(file) * 1000));
  await timed.settled();
  put(timed, 4);
  await rows.finish();

  const database = new DatabaseSync(path);
  const found = database.prepare("SELECT slug, updated_at FROM entries ORDER BY row").all();
  database.close();
  expect(found.map((row) => [row["slug"], row["updated_at"]])).toEqual([
    ["post-1", 1000],
    ["post-2", 0],
    ["post-3", 3000],
    ["post-4", 4000],
  ]);
});

test("where many wait, or long ones, no more are read until their times are known", async () => {
  const { promise, reject } = Promise.withResolvers<TimeOf>();
  const { rows, timed } = open(promise);
  put(timed, 1, "x".repeat(9_000_000));
  const drained = timed.drain();
  reject(new Error("git failed"));

  await expect(drained).rejects.toThrow("git failed");
  await expect(timed.settled()).rejects.toThrow("git failed");
  await rows.abort();
});
