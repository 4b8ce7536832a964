import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEntryFile, printEntryFile } from "@loam/cms-core/content";
import { mergeEntries } from "@loam/cms-core/merge";
import { mergeCommits, type SiteStore } from "@loam/cms-core/site";
import type { BenchRow } from "./bench-row.ts";
import { EDITOR, makeLargeSite, postValues } from "./support/large-site.ts";
import { median, timeMs } from "./support/timing.ts";

const FIELDS = 20;
const BODY_CHARACTERS = 20_000;
const ENTRY_ROUNDS = 200;
const ENTRY_TARGET_MS = 2;

const ENTRIES = 10_000;
/** Per side; a fifth of them on both sides. */
const CHANGED = 60;
const BOTH = 20;
const TREE_ROUNDS = 15;
const TREE_TARGET_MS = 200;

/** Measures a three-way merge of one large entry, and of two branches of a large site. */
export async function run(): Promise<readonly BenchRow[]> {
  const entry = mergeOneEntry();
  const folder = mkdtempSync(join(tmpdir(), "loam-bench-merge-"));
  try {
    const store = await makeLargeSite(join(folder, "site.git"), ENTRIES);
    const tree = await mergeBranches(store);
    await store.close();
    return [
      row(
        `an entry of ${FIELDS} fields and ${BODY_CHARACTERS} characters, p50, beside parsing the three`,
        entry,
        ENTRY_TARGET_MS,
      ),
      row(
        `${ENTRIES} entries, ${2 * CHANGED - BOTH} changed, p50, beside git merge-tree`,
        tree,
        TREE_TARGET_MS,
      ),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Measured {
  readonly ours: number[];
  readonly floor: number[];
}

function row(what: string, { ours, floor }: Measured, targetMs: number): BenchRow {
  const [value, least] = [median(ours), median(floor)];
  return {
    what,
    value,
    unit: "ms",
    floor: least,
    ratio: value / least,
    target: `≤ ${targetMs} ms`,
    met: value <= targetMs,
  };
}

const BASE = { required: false, multiple: false };
const SCHEMA = {
  version: 1,
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    ...Array.from({ length: FIELDS - 1 }, (_, at) => {
      const id = `field${at}`;
      return { ...BASE, id, apiId: id, label: id, type: "text" as const };
    }),
    { ...BASE, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
} as const;

/** Each side edits separate fields, a separate paragraph, and a sentence of a shared one. */
function mergeOneEntry(): Measured {
  const base = largeEntry([], (text) => text);
  const ours = largeEntry([1, 5, 9], (text) =>
    text
      .replace("Sentence 1 of paragraph 3 ", "Ours ")
      .replace("Sentence 2 of paragraph 40 ", "Ours "),
  );
  const theirs = largeEntry([2, 6, 10], (text) =>
    text.replace("Sentence 3 of paragraph 3 ", "Theirs ").replace("of paragraph 60 ", "theirs "),
  );
  const versions = { base, ours, theirs };
  const parse = { path: "hello.md", apiId: "posts", slug: "hello", schemaOf: () => SCHEMA };
  const files = [base, ours, theirs].map((entry) => printEntryFile(entry, SCHEMA, parse));
  const measured: Measured = { ours: [], floor: [] };
  for (let round = 0; round < ENTRY_ROUNDS; round += 1) {
    measured.ours.push(
      once(() => {
        const { conflicts } = mergeEntries(versions, SCHEMA);
        if (conflicts.length > 0) throw new Error("the merge is not clean");
      }),
    );
    measured.floor.push(
      once(() => {
        for (const bytes of files) parseEntryFile(bytes, parse);
      }),
    );
  }
  return measured;
}

function once(work: () => void): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function largeEntry(edited: readonly number[], edit: (body: string) => string): LargeEntry {
  const values = new Map<string, string>();
  for (let at = 0; at < FIELDS - 1; at += 1) {
    values.set(`field${at}`, `Field ${at}${edited.includes(at) ? ", edited" : ""}`);
  }
  const paragraphs: string[] = [];
  for (let length = 0, at = 0; length < BODY_CHARACTERS; at += 1) {
    const text = Array.from(
      { length: 5 },
      (_, number) => `Sentence ${number} of paragraph ${at} says how soil is made.`,
    ).join(" ");
    paragraphs.push(text);
    length += text.length;
  }
  values.set("body", edit(paragraphs.join("\n\n")));
  return {
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-01-01T00:00:00.000Z",
    values,
  };
}

interface LargeEntry {
  readonly id: string;
  readonly type: string;
  readonly slug: string;
  readonly schema: number;
  readonly createdAt: string;
  readonly values: Map<string, string>;
}

async function mergeBranches(store: SiteStore): Promise<Measured> {
  const { repository } = store;
  const git = (...args: string[]): string =>
    execFileSync("git", ["--git-dir", repository.gitDir, ...args], { encoding: "utf8" }).trim();
  const base = store.head();
  const theirs = await edits(store, CHANGED - BOTH, { summary: "What theirs says" });
  git("update-ref", "refs/heads/theirs", theirs);
  git("update-ref", "refs/heads/main", base);
  await store.refresh();
  const ours = await edits(store, 0, { title: "What ours says" });
  const measured: Measured = { ours: [], floor: [] };
  for (let round = 0; round < TREE_ROUNDS; round += 1) {
    const ms = await timeMs(async () => {
      const { conflicts, files } = await mergeCommits(repository, { base, ours, theirs });
      if (conflicts.length > 0 || files.size !== CHANGED) throw new Error("the merge is not clean");
    });
    measured.ours.push(ms);
    measured.floor.push(once(() => tryMergeTree(git, ours, theirs)));
  }
  return measured;
}

/** Titles and summaries are on adjacent lines, so Git reports these as conflicts. */
function tryMergeTree(git: (...args: string[]) => string, ours: string, theirs: string): void {
  try {
    git("merge-tree", "--write-tree", ours, theirs);
  } catch (error) {
    if (!(error instanceof Error) || !("status" in error) || error.status !== 1) throw error;
  }
}

async function edits(
  store: SiteStore,
  from: number,
  change: Readonly<Record<string, string>>,
): Promise<string> {
  for (let number = from; number < from + CHANGED; number += 1) {
    const values = new Map([...postValues(number, "first"), ...Object.entries(change)]);
    const ref = store.findEntry("posts", `post-${number}`);
    if (ref === undefined) throw new Error(`there is no post-${number}`);
    await store.saveEntry({ type: "posts", id: ref.id, values }, EDITOR);
  }
  return store.head();
}
