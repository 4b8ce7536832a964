import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openContentIndex, type ContentIndex } from "@loam/cms-core/find";
import type { SiteStore } from "@loam/cms-core/site";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, idOf, makeLargeSite, postValues } from "./support/large-site.ts";
import { median, timeMs } from "./support/timing.ts";

const [SMALL, LARGE] = [10_000, 100_000];
const [SMALL_ROUNDS, LARGE_ROUNDS] = [7, 3];
const COMMITS = 200;
const BUILD_TARGET = 6;
const FOLLOW_TARGET_MS = 10;

/** Measures building a site's index and updating it after one commit. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "loam-bench-index-"));
  try {
    const small = await makeLargeSite(join(folder, "small.git"), SMALL);
    const smallRow = await builds(small, { folder, entries: SMALL, rounds: SMALL_ROUNDS });
    await small.close();
    const large = await makeLargeSite(join(folder, "large.git"), LARGE);
    const largeRow = await builds(large, { folder, entries: LARGE, rounds: LARGE_ROUNDS });
    const followRow = await follows(large, join(folder, `${LARGE}.db`));
    await large.close();
    return [smallRow, largeRow, followRow];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Builds {
  readonly folder: string;
  readonly entries: number;
  readonly rounds: number;
}

/** Alternates builds with reading the same blobs, so that both see the same machine load. */
async function builds(
  { repository }: SiteStore,
  { folder, entries, rounds }: Builds,
): Promise<BenchRow> {
  const commit = (await repository.resolveRef("refs/heads/main")) ?? "";
  const oids = (await repository.listFiles(commit)).map(({ oid }) => oid);
  const path = join(folder, `${entries}.db`);
  const [built, floors]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    floors.push(await timeMs(async () => readBlobs(repository.gitDir, oids)));
    rmSync(path, { force: true });
    let index: ContentIndex | undefined;
    built.push(
      await timeMs(async () => {
        index = await openContentIndex(repository, { path });
      }),
    );
    await index?.close();
  }
  const ratio = median(built.map((ms, round) => ms / (floors[round] ?? Number.NaN)));
  return {
    what: `index of ${entries} entries made from git`,
    value: median(built),
    unit: "ms",
    floor: median(floors),
    ratio,
    target: `≤ ${BUILD_TARGET} × git cat-file --batch`,
    met: ratio <= BUILD_TARGET,
  };
}

/** The minimum: reads the blobs without using them. */
async function readBlobs(gitDir: string, oids: readonly string[]): Promise<void> {
  const git = spawn("git", ["--git-dir", gitDir, "cat-file", "--batch"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  git.stdout.resume();
  git.stdin.end(oids.map((oid) => `${oid}\n`).join(""));
  await once(git, "close");
}

async function follows(store: SiteStore, path: string): Promise<BenchRow> {
  const index = await openContentIndex(store.repository, { path });
  const times: number[] = [];
  for (let save = 0; save < COMMITS; save += 1) {
    const number = (save * 7919) % LARGE;
    const values = postValues(number, `save ${save}`);
    await store.saveEntry({ type: "posts", id: idOf("e", number), values }, EDITOR);
    times.push(await timeMs(async () => index.follow()));
  }
  await index.close();
  const value = median(times);
  return {
    what: `one commit followed, ${LARGE} entries, p50`,
    value,
    unit: "ms",
    target: `≤ ${FOLLOW_TARGET_MS} ms`,
    met: value <= FOLLOW_TARGET_MS,
  };
}
