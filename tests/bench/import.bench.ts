import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importFolder } from "@loam/cms-core/import";
import { openMediaFolder } from "@loam/cms-core/media";
import { createSite, type SiteStore } from "@loam/cms-core/site";
import { simpleGit } from "simple-git";
import type { BenchRow } from "./bench-row.ts";

const FILES = 10_000;
const ROUNDS = 5;
const TARGET = 3;
const ACTOR = { name: "Bench", email: "bench@example.com" };

/** Measures importing 10,000 Markdown files in one commit, compared with `git fast-import` of the resulting files. */
export async function run(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-import-"));
  try {
    const source = join(folder, "source");
    await writeSource(source);
    const rounds: Round[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await measure(source, join(folder, `round-${round}`)));
    }
    const floor = median(rounds.map(({ floorMs }) => floorMs));
    const row = (what: string, value: number): BenchRow => ({
      what,
      value,
      unit: "ms",
      floor,
      ratio: value / floor,
    });
    const importMs = median(rounds.map((round) => round.importMs));
    return [
      {
        ...row(`import ${FILES} Markdown files to one commit`, importMs),
        target: `≤ ${TARGET} × git fast-import`,
        met: importMs / floor <= TARGET,
      },
      row("the same folder again, nothing changes", median(rounds.map(({ againMs }) => againMs))),
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Round {
  readonly importMs: number;
  readonly againMs: number;
  readonly floorMs: number;
}

async function measure(source: string, folder: string): Promise<Round> {
  await mkdir(folder);
  const config = { id: `s${"a".repeat(19)}`, name: "Bench", paths: {}, routes: {} };
  const store = await createSite(join(folder, "site.git"), config, { actor: ACTOR });
  const storage = await openMediaFolder(join(folder, "media"));
  try {
    const importMs = await timed(async () => {
      const report = await importFolder(source, { store, storage, actor: ACTOR });
      if (report.commit === undefined || report.failed.length > 0) throw new Error("import failed");
    });
    const againMs = await timed(async () => {
      const report = await importFolder(source, { store, storage, actor: ACTOR });
      if (report.commit !== undefined) throw new Error("the second import changed something");
    });
    const stream = await fastImportStream(store);
    const floorDir = join(folder, "floor.git");
    await mkdir(floorDir);
    await simpleGit(floorDir).init(["--bare"]);
    const floorMs = await timed(() => fastImport(floorDir, stream));
    return { importMs, againMs, floorMs };
  } finally {
    await store.close();
  }
}

/** Writes files of 2 to 3 KB with varied front matter. A third of them link to others, and some are drafts. */
async function writeSource(folder: string): Promise<void> {
  for (let year = 2015; year < 2025; year += 1) {
    await mkdir(join(folder, "content", "posts", String(year)), { recursive: true });
  }
  for (let number = 0; number < FILES; number += 1) {
    const year = 2015 + (number % 10);
    const path = join(folder, "content", "posts", String(year), `post-${number}.md`);
    await writeFile(path, sourceFile(number, year));
  }
}

function sourceFile(number: number, year: number): string {
  const date = `${year}-${two(1 + (number % 12))}-${two(1 + (number % 28))}`;
  const front = [
    `title: "Post ${number}: what we learned about ${WORDS[number % WORDS.length]}"`,
    `date: ${number % 4 === 0 ? `${date}T${two(number % 24)}:30:00Z` : date}`,
    `description: A summary of post ${number}, long enough to be a sentence.`,
    `tags: [${WORDS.slice(number % 7, (number % 7) + 3).join(", ")}]`,
    ...(number % 5 === 0 ? ["draft: true"] : []),
    ...(number % 3 === 0 ? [`weight: ${number}`, "featured: false"] : []),
    ...(number % 6 === 0
      ? ["author:", `  name: Author ${number % 20}`, "  url: https://example.com"]
      : []),
    ...(number % 8 === 0 ? ["faq:", "  - question: Why?", "    answer: Because it is so."] : []),
  ];
  const link = `See [the one before](./post-${Math.max(0, number - 10)}.md) and \`[code](x.md)\`.`;
  const paragraphs = Array.from({ length: 5 + (number % 3) }, (_, index) => {
    const text = Array.from(
      { length: 50 },
      (__, word) => WORDS[(number * 7 + index * 13 + word * word) % WORDS.length],
    );
    return index === 2 && number % 3 === 0 ? link : `${text.join(" ")}.`;
  });
  return `---\n${front.join("\n")}\n---\n\n${paragraphs.join("\n\n")}\n`;
}

const WORDS =
  "soil water roots stone light season harvest branch commit merge publish draft reader editor table garden".split(
    " ",
  );

function two(number: number): string {
  return String(number).padStart(2, "0");
}

/** Returns all files of the site's `main` as one commit in `git fast-import` format. */
async function fastImportStream({ repository, head }: SiteStore): Promise<Buffer> {
  const files = await repository.listFiles(head());
  const blobs = await repository.readBlobs(files.map(({ oid }) => oid));
  const parts: Uint8Array[] = [];
  const add = (text: string): void => void parts.push(Buffer.from(text));
  for (const [index, bytes] of blobs.entries()) {
    add(`blob\nmark :${index + 1}\ndata ${bytes.length}\n`);
    parts.push(bytes);
    add("\n");
  }
  add(
    "commit refs/heads/main\ncommitter Bench <bench@example.com> 1700000000 +0000\ndata 6\nimport\n",
  );
  for (const [index, { path }] of files.entries()) add(`M 100644 :${index + 1} ${path}\n`);
  add("done\n");
  return Buffer.concat(parts);
}

async function fastImport(gitDir: string, stream: Buffer): Promise<void> {
  const git = spawn("git", ["-c", "core.fsync=all", "fast-import", "--quiet", "--done"], {
    cwd: gitDir,
    stdio: ["pipe", "inherit", "inherit"],
  });
  git.stdin.end(stream);
  const [code] = await once(git, "exit");
  if (code !== 0) throw new Error("git fast-import failed");
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
