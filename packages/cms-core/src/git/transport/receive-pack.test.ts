import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  change,
  git,
  MAIN,
  newRepository,
  temporaryFolder,
} from "../repository/repository.fixture.ts";
import { openRepository, type GitRepository } from "../repository/repository.ts";
import { receivePack, type ReceivePackOptions } from "./receive-pack.ts";

const OPTIONS: ReceivePackOptions = {
  maxBytes: 1_000_000,
  maxObjects: 1000,
  signal: new AbortController().signal,
};

async function* chunksOf(bytes: Buffer, size = 100): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Returns what a client sends to move `main` from its first to its second commit. */
async function twoCommits(): Promise<{
  store: GitRepository;
  from: string;
  to: string;
  pack: Buffer;
}> {
  const store = await newRepository();
  const { commit: from } = await store.commit(MAIN, change({ "a.txt": "one" }));
  const clone = await openRepository(join(temporaryFolder(), "clone.git"), { create: true });
  git(clone.gitDir, "fetch", "--quiet", store.gitDir, `${MAIN}:${MAIN}`);
  const { commit: to } = await clone.commit(MAIN, change({ "a.txt": "two", "b.txt": "b" }));
  const pack = execFileSync(
    "git",
    ["--git-dir", clone.gitDir, "pack-objects", "--stdout", "--revs", "--thin"],
    {
      input: `${to}\n^${from}\n`,
      stdio: ["pipe", "pipe", "ignore"],
    },
  );
  await clone.close();
  return { store, from, to, pack };
}

function quarantines({ gitDir }: GitRepository): readonly string[] {
  return readdirSync(join(gitDir, "loam/incoming"));
}

test("shows pushed objects only in quarantine until they land", async () => {
  const { store, from, to, pack } = await twoCommits();
  await using incoming = await receivePack(store, chunksOf(pack), OPTIONS);
  expect((await incoming.repository.listFiles(to)).map(({ path }) => path)).toEqual([
    "a.txt",
    "b.txt",
  ]);
  expect(await store.areAncestors([to], to)).toBe(false);

  await incoming.land([{ ref: MAIN, from, to }]);
  expect(await store.resolveRef(MAIN)).toBe(to);
  expect(git(store.gitDir, "fsck", "--strict")).toBe("");
  const after = await store.commit(MAIN, change({ "c.txt": "c" }));
  expect(after.parent).toBe(to);
});

test("leaves nothing of a push that does not land", async () => {
  const { store, from, to, pack } = await twoCommits();
  const before = readdirSync(join(store.gitDir, "objects/pack"));
  const incoming = await receivePack(store, chunksOf(pack), OPTIONS);
  const { commit } = await store.commit(MAIN, change({ "c.txt": "c" }));
  await expect(incoming.land([{ ref: MAIN, from, to }])).rejects.toMatchObject({ code: "stale" });
  await incoming[Symbol.asyncDispose]();
  expect(quarantines(store)).toEqual([]);
  expect(await store.resolveRef(MAIN)).toBe(commit);
  expect(readdirSync(join(store.gitDir, "objects/pack")).length).toBe(before.length + 2);
});

test("leaves nothing of a push that is interrupted, damaged, too large, or incomplete", async () => {
  const { store, pack } = await twoCommits();
  const cut = async function* (): AsyncGenerator<Uint8Array> {
    yield pack.subarray(0, 40);
    throw new Error("The client is gone.");
  };
  await expect(receivePack(store, cut(), OPTIONS)).rejects.toThrow("The client is gone.");
  const half = chunksOf(pack.subarray(0, pack.length - 30));
  await expect(receivePack(store, half, OPTIONS)).rejects.toMatchObject({ code: "git_failed" });
  const small = receivePack(store, chunksOf(pack), { ...OPTIONS, maxBytes: 50 });
  await expect(small).rejects.toMatchObject({ code: "too_large" });
  const few = receivePack(store, chunksOf(pack), { ...OPTIONS, maxObjects: 1 });
  await expect(few).rejects.toMatchObject({ code: "too_large" });
  const empty = await newRepository();
  const open = receivePack(empty, chunksOf(pack), OPTIONS);
  await expect(open).rejects.toMatchObject({ code: "git_failed" });
  const signal = AbortSignal.abort(new Error("gone"));
  await expect(receivePack(store, chunksOf(pack), { ...OPTIONS, signal })).rejects.toThrow("gone");
  expect([quarantines(store), quarantines(empty)]).toEqual([[], []]);
});

test("removes the quarantine of a killed process on the next opening", async () => {
  const { store } = await twoCommits();
  await store.close();
  const left = join(store.gitDir, "loam/incoming/0123/objects/pack");
  mkdirSync(left, { recursive: true });
  writeFileSync(join(left, "tmp_pack_x"), "half");
  const again = await openRepository(store.gitDir);
  expect(quarantines(again)).toEqual([]);
  await again.close();
});

test("creates a tag once, with its author and time in milliseconds", async () => {
  const store = await newRepository();
  const { commit } = await store.commit(MAIN, change({ "a.txt": "one" }));
  const tag = {
    name: "one/v1",
    commit,
    tagger: { name: "Ann <x>\nbad", email: "ann@example.test" },
    when: new Date("2026-11-20T09:30:00.123Z"),
    trailers: { "Loam-Tree": "x" },
  };
  await store.addTags([tag]);
  const oid = (await store.listRefs()).get("refs/tags/one/v1") ?? "";
  expect(git(store.gitDir, "rev-parse", "one/v1^{commit}")).toBe(commit);
  expect(git(store.gitDir, "fsck", "--strict")).toBe("");
  const [read] = await store.readTags([oid]);
  expect(read).toMatchObject({
    ...tag,
    tagger: { name: "Ann x bad" },
    trailers: { "Loam-Tree": "x" },
  });
  await expect(store.addTags([tag])).rejects.toMatchObject({ code: "stale" });
});

test("makes a file executable on request until it is reset", async () => {
  const store = await newRepository();
  const modes = async (): Promise<readonly string[]> =>
    (await store.listFiles((await store.resolveRef(MAIN)) ?? "")).map(({ mode }) => mode);
  await store.commit(MAIN, change({ "run.sh": "one" }, { modes: new Map([["run.sh", "100755"]]) }));
  expect(await modes()).toEqual(["100755"]);
  await store.commit(MAIN, change({ "run.sh": "two" }));
  expect(await modes()).toEqual(["100755"]);
  await store.commit(MAIN, change({ "run.sh": "two" }, { modes: new Map([["run.sh", "100644"]]) }));
  expect(await modes()).toEqual(["100644"]);
});
