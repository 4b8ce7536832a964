import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SiteStore } from "@loam/cms-core/site";
import { simpleGit } from "simple-git";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, idOf, makeLargeSite, postValues } from "./support/large-site.ts";
import { durableWriteFloor, median, timeMs } from "./support/timing.ts";

const ENTRIES = 10_000;
const ONE_EDITOR_SAVES = 400;
const MANY_EDITORS = 16;
const MANY_EDITORS_ROUNDS = 25;
/** Total of all editors per round. */
const MANY_EDITORS_SAVES = 160;
const FLOORS_A_ROUND = 16;
/** Number of entries each editor has open. */
const DESK = 20;
const SIMPLE_GIT_COMMITS = 12;
const [SMALL, LARGE] = [1000, 100_000];

/** Measures how long it takes until a saved entry is a durable commit. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), "loam-bench-commit-"));
  const floor = durableWriteFloor(folder);
  try {
    const store = await makeLargeSite(join(folder, "site.git"), ENTRIES);
    const warm = { store, entries: ENTRIES, floor, saves: 100 };
    await oneEditor(warm);
    const one = await oneEditor({ ...warm, saves: ONE_EDITOR_SAVES });
    const many = await manyEditors(store, floor);
    const simple = await simpleGitCommits(folder, store);
    await store.close();
    return [
      {
        what: `one editor saves, ${ENTRIES} entries, p50`,
        value: one.p50,
        unit: "ms",
        floor: one.floor,
        ratio: one.p50 / one.floor,
        target: "≤ 4 × floor",
        met: one.p50 <= 4 * one.floor,
      },
      {
        what: `${MANY_EDITORS} editors save at once, per commit`,
        value: many.msPerCommit,
        unit: "ms",
        floor: many.floor,
        ratio: many.floor / many.msPerCommit,
        target: "≥ 2 commits per floor",
        met: many.floor / many.msPerCommit >= 2,
      },
      {
        what: `${MANY_EDITORS} editors against simple-git in a work tree`,
        value: many.msPerCommit,
        unit: "ms",
        floor: simple,
        ratio: simple / many.msPerCommit,
        target: "≥ 5 × as fast",
        met: simple / many.msPerCommit >= 5,
      },
      await growth(folder, floor),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface OneEditor {
  readonly store: SiteStore;
  readonly entries: number;
  readonly floor: () => number;
  readonly saves: number;
}

/** Alternates saves and baselines, so that both see the same machine load. */
async function oneEditor({ store, entries, floor, saves }: OneEditor): Promise<{
  readonly p50: number;
  readonly floor: number;
}> {
  const times: number[] = [];
  const floors: number[] = [];
  for (let count = 0; count < saves; count += 1) {
    const number = randomBelow(entries);
    await openInEditor(store, number);
    floors.push(floor());
    times.push(await timeMs(async () => save(store, number)));
  }
  return { p50: median(times), floor: median(floors) };
}

/** Alternates rounds of saves and baselines, so that both see the same machine load. Uses the median round. */
async function manyEditors(
  store: SiteStore,
  floor: () => number,
): Promise<{ readonly msPerCommit: number; readonly floor: number }> {
  for (let number = 0; number < MANY_EDITORS * DESK; number += 1) await openInEditor(store, number);
  await saveTogether(store);
  const rounds: number[] = [];
  const floors: number[] = [];
  for (let round = 0; round < MANY_EDITORS_ROUNDS; round += 1) {
    floors.push(...Array.from({ length: FLOORS_A_ROUND }, floor));
    const total = await timeMs(async () => saveTogether(store));
    rounds.push(total / MANY_EDITORS_SAVES);
  }
  return { msPerCommit: median(rounds), floor: median(floors) };
}

async function saveTogether(store: SiteStore): Promise<void> {
  let started = 0;
  const editor = async (desk: number): Promise<void> => {
    while (started < MANY_EDITORS_SAVES) {
      started += 1;
      await save(store, desk * DESK + randomBelow(DESK));
    }
  };
  const desks = Array.from({ length: MANY_EDITORS }, (_, desk) => desk);
  await Promise.all(desks.map(editor));
}

/** Makes the same change with `add` and `commit` in a working tree, as durable as Git's settings allow. */
async function simpleGitCommits(folder: string, store: SiteStore): Promise<number> {
  const tree = join(folder, "work-tree");
  mkdirSync(tree);
  // Packs are merged concurrently, so copying files would miss some.
  execFileSync("git", ["clone", "-q", "--no-local", store.repository.gitDir, tree]);
  const git = simpleGit(tree);
  await git.addConfig("user.name", "Ann Editor");
  await git.addConfig("user.email", "ann@example.test");
  await git.addConfig("core.fsync", "all");
  const times: number[] = [];
  for (let count = 0; count < SIMPLE_GIT_COMMITS; count += 1) {
    const path = store.findEntry("posts", idOf("e", randomBelow(ENTRIES)))?.path ?? "";
    const time = await timeMs(async () => {
      writeFileSync(join(tree, path), `changed ${count}\n`);
      await git.add(path);
      await git.commit(`Update ${path}`);
    });
    times.push(time);
  }
  return median(times);
}

/** Alternates one editor in a small and a large site. */
async function growth(folder: string, floor: () => number): Promise<BenchRow> {
  const small = await makeLargeSite(join(folder, "small.git"), SMALL);
  const large = await makeLargeSite(join(folder, "large.git"), LARGE);
  const times: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] };
  for (let round = 0; round < 12; round += 1) {
    const turn = { floor, saves: 25 };
    times.small.push((await oneEditor({ ...turn, store: small, entries: SMALL })).p50);
    times.large.push((await oneEditor({ ...turn, store: large, entries: LARGE })).p50);
  }
  await Promise.all([small.close(), large.close()]);
  const ratio = median(times.large) / median(times.small);
  return {
    what: `one editor, ${LARGE} entries against ${SMALL}`,
    value: median(times.large),
    unit: "ms",
    floor: median(times.small),
    ratio,
    target: "≤ 1.5 ×",
    met: ratio <= 1.5,
  };
}

/** Editors read an entry before editing it. */
async function openInEditor(store: SiteStore, number: number): Promise<void> {
  const ref = store.entryById(idOf("e", number));
  if (ref !== undefined) await store.readEntry(ref);
}

let edits = 0;

async function save(store: SiteStore, number: number): Promise<void> {
  edits += 1;
  const values = postValues(number, `edit ${edits}`);
  await store.saveEntry({ type: "posts", id: idOf("e", number), values }, EDITOR);
}

function randomBelow(count: number): number {
  return Math.floor(Math.random() * count);
}
