import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { git, MAIN, temporaryFolder } from "../repository/repository.fixture.ts";
import { openRepository } from "../repository/repository.ts";
import { createObjectReader, type ObjectReader } from "./object-reader.ts";

interface Stored {
  readonly gitDir: string;
  readonly reader: ObjectReader;
  readonly oids: readonly string[];
}

/** Creates a repository with one file of each size, each filled with a different byte. */
async function store(sizes: readonly number[]): Promise<Stored> {
  const gitDir = join(temporaryFolder(), "site.git");
  const repository = await openRepository(gitDir, { create: true });
  const files = new Map(sizes.map((size, at) => [`${at}`, Buffer.alloc(size, 32 + (at % 90))]));
  const author = { name: "Ann", email: "ann@example.test" };
  const { blobs } = await repository.commit(MAIN, { files, author, message: "Add files" });
  await repository.close();
  const reader = createObjectReader(gitDir);
  onTestFinished(async () => reader.close());
  return { gitDir, reader, oids: sizes.map((_, at) => blobs.get(`${at}`) ?? "") };
}

const KB = 1024;
const MB = 1024 * KB;

test("answers concurrent requests in order, whatever the sizes", async () => {
  const sizes = [0, 1, 16 * KB - 1, 9 * MB, 16 * KB, 2, 300 * KB, ...Array(60).fill(200 * KB)];
  const { reader, oids } = await store(sizes);
  const results: string[] = [];
  const each = async (name: string): Promise<void> => {
    const found = await reader.read(oids);
    expect(found.map((object) => object?.bytes.length)).toEqual(sizes);
    for (const [at, object] of found.entries()) {
      expect(object?.bytes.every((byte) => byte === 32 + (at % 90))).toBe(true);
    }
    results.push(name);
  };
  const has = async (): Promise<void> => {
    expect(await reader.has([oids[3] ?? "", "0".repeat(40)])).toEqual([true, false]);
    results.push("has");
  };
  const read = async (): Promise<void> => {
    const found = await reader.read([...oids, "0".repeat(40)]);
    expect(found.map((object) => object?.bytes.length)).toEqual([...sizes, undefined]);
    results.push("read");
  };
  await Promise.all([each("first"), has(), read(), each("last")]);
  expect(results).toEqual(["first", "has", "read", "last"]);
});

test("answers pending requests before the process ends", async () => {
  const { reader, oids } = await store(Array(500).fill(2 * KB));
  const reading = reader.read(oids);
  await reader.close();
  expect(await reading).toHaveLength(500);
});

test.runIf(process.platform === "linux")("replaces a killed process", async () => {
  const { gitDir, reader, oids } = await store(Array(3000).fill(8 * KB));
  const reading = reader.read(oids);
  for (const pid of processesOf(gitDir)) process.kill(pid, "SIGKILL");
  await expect(reading).rejects.toMatchObject({ code: "git_failed" });
  const [first, last] = [oids[0] ?? "", oids.at(-1) ?? ""];
  const found = await reader.read([first, last]);
  expect(found.map((object) => object?.bytes.length)).toEqual([8 * KB, 8 * KB]);
});

/** Returns the processes started with this word in their command line. */
function processesOf(word: string): readonly number[] {
  return readdirSync("/proc")
    .filter(isProcess)
    .map(Number)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, "utf8")
          .split("\0")
          .some((one) => one.includes(word));
      } catch {
        // The process has ended.
        return false;
      }
    });
}

function isProcess(name: string): boolean {
  return /^\d+$/.test(name);
}

test("returns cached trees and commits of this process, in order with others", async () => {
  const { gitDir, oids } = await store([1, 2]);
  const repository = await openRepository(gitDir);
  const files = new Map([["posts/a", Buffer.from("a")]]);
  const author = { name: "Ann", email: "ann@example.test" };
  const { commit } = await repository.commit(MAIN, { files, author, message: "Add a post" });
  await repository.close();
  const [made] = await openReader(gitDir).read([commit ?? ""]);

  const elsewhere = openReader(join(temporaryFolder(), "none.git"));
  elsewhere.cache(
    [made, { oid: oids[0] ?? "", type: "blob", bytes: Buffer.from("x") }].filter(
      (object) => object !== undefined,
    ),
  );
  expect(await elsewhere.read([commit ?? ""])).toEqual([made]);

  const mixed = openReader(gitDir);
  mixed.cache(made === undefined ? [] : [made]);
  const found = await mixed.read([oids[0] ?? "", commit ?? "", "0".repeat(40), oids[1] ?? ""]);
  expect(found.map((object) => object?.type)).toEqual(["blob", "commit", undefined, "blob"]);
});

test("treats a damaged object as missing without affecting concurrent requests", async () => {
  const { gitDir, reader, oids } = await store(Array(200).fill(3 * KB));
  const names = readdirSync(join(gitDir, "objects/pack"));
  const pack = names.find((name) => name.endsWith(".pack")) ?? "";
  const listed = git(gitDir, "verify-pack", "-v", join(gitDir, "objects/pack", pack)).split("\n");
  const damaged = new Set([oids[7], oids[150]]);
  const path = join(gitDir, "objects/pack", pack);
  const bytes = readFileSync(path);
  for (const line of listed) {
    const [oid = "", , , , offset] = line.split(/\s+/);
    if (damaged.has(oid)) bytes.fill(0xff, Number(offset) + 3, Number(offset) + 9);
  }
  chmodSync(path, 0o644);
  writeFileSync(path, bytes);
  const wanted = oids.map((oid) => !damaged.has(oid));
  const there = async (): Promise<boolean[]> =>
    (await reader.read(oids)).map((object) => object !== undefined);
  const single = async (oid = ""): Promise<boolean> => (await reader.read([oid]))[0] !== undefined;
  // Concurrent requests must not be affected.
  const results = await Promise.all([
    there(),
    single(oids[1]),
    single(oids[7]),
    there(),
    single(oids[9]),
  ]);
  expect(results).toEqual([wanted, true, false, wanted, true]);
  expect(await reader.has(oids.slice(0, 3))).toEqual([true, true, true]);
});

function openReader(gitDir: string): ObjectReader {
  const opened = createObjectReader(gitDir);
  onTestFinished(async () => opened.close());
  return opened;
}
