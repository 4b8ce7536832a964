import {
  appendFileSync,
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { change, git, MAIN, newRepository } from "../repository/repository.fixture.ts";
import { type GitRepository, openRepository } from "../repository/repository.ts";
import { checkRepository } from "./recover-repository.ts";

async function saveFile(repository: GitRepository, path: string, text: string): Promise<void> {
  await repository.commit(MAIN, change({ [path]: text }));
}

/** Creates and closes a repository of two files in two packs, with a commit graph and a multi-pack index. */
async function closedRepository(): Promise<string> {
  const repository = await newRepository();
  await saveFile(repository, "a.md", "one");
  await saveFile(repository, "b.md", "two");
  await repository.close();
  git(repository.gitDir, "multi-pack-index", "write");
  git(repository.gitDir, "commit-graph", "write", "--reachable", "--split");
  return repository.gitDir;
}

function files(gitDir: string, folder: string, ending: string): string[] {
  const found = readdirSync(join(gitDir, folder)).filter((name) => name.endsWith(ending));
  return found.map((name) => join(gitDir, folder, name));
}

function each(paths: readonly string[], work: (path: string) => void): void {
  for (const path of paths) work(path);
}

function overwrite(path: string, at: number): void {
  chmodSync(path, 0o644);
  const bytes = readFileSync(path);
  bytes.fill(0xff, at, at + 8);
  writeFileSync(path, bytes);
}

async function readBoth(gitDir: string): Promise<readonly string[]> {
  const repository = await openRepository(gitDir);
  onTestFinished(() => repository.close());
  const head = (await repository.resolveRef(MAIN)) ?? "";
  const read = await Promise.all(["a.md", "b.md"].map((path) => repository.readPath(head, path)));
  return read.map((file) => Buffer.from(file?.bytes ?? "").toString());
}

const PACKS = join("objects", "pack");
const GRAPHS = join("objects", "info", "commit-graphs");

const LOST: readonly [string, (gitDir: string) => void][] = [
  [
    "the indexes of its packs",
    (gitDir) => each(files(gitDir, PACKS, ".idx"), (path) => rmSync(path)),
  ],
  [
    "bytes of the indexes",
    (gitDir) => each(files(gitDir, PACKS, ".idx"), (path) => overwrite(path, 1040)),
  ],
  [
    "all but the beginning of the indexes",
    (gitDir) => {
      for (const path of files(gitDir, PACKS, ".idx")) {
        chmodSync(path, 0o644);
        writeFileSync(path, readFileSync(path).subarray(0, 40));
      }
    },
  ],
  [
    "bytes of the index of all packs",
    (gitDir) => overwrite(join(gitDir, PACKS, "multi-pack-index"), 30),
  ],
  [
    "bytes of its commit graph",
    (gitDir) => each(files(gitDir, GRAPHS, ".graph"), (path) => overwrite(path, 60)),
  ],
  [
    "a part of its commit graph",
    (gitDir) => each(files(gitDir, GRAPHS, ".graph"), (path) => rmSync(path)),
  ],
  ["HEAD", (gitDir) => rmSync(join(gitDir, "HEAD"))],
  ["the content of HEAD", (gitDir) => writeFileSync(join(gitDir, "HEAD"), "\0\0\0\0")],
  ["its configuration", (gitDir) => rmSync(join(gitDir, "config"))],
  ["bytes of its configuration", (gitDir) => overwrite(join(gitDir, "config"), 10)],
];

test.each(LOST)("rebuilds %s when a repository is opened", async (_, lose) => {
  const gitDir = await closedRepository();
  lose(gitDir);
  expect(await readBoth(gitDir)).toEqual(["one", "two"]);
  expect(await checkRepository(gitDir)).toEqual([]);
  expect(git(gitDir, "rev-list", "--count", MAIN)).toBe("2");
  expect(readdirSync(join(gitDir, "loam"))).toEqual(["writer"]);
});

test("leaves an intact repository and its custom configuration unchanged", async () => {
  const gitDir = await closedRepository();
  appendFileSync(
    join(gitDir, "config"),
    '# by hand\n[remote "up stream"]\n\turl = https://git.example/a.git\n\tfetch = +refs/*:refs/*\n[core]\n\tbigFileThreshold = 1m ; a comment\n\tx-flag\n',
  );
  const before = readFileSync(join(gitDir, "config"), "utf8");
  const rebuilt: string[] = [];
  const repository = await openRepository(gitDir, { onRebuilt: (paths) => rebuilt.push(...paths) });
  await repository.close();
  expect(rebuilt).toEqual([]);
  expect(readFileSync(join(gitDir, "config"), "utf8")).toBe(before);
  expect(existsSync(join(gitDir, PACKS, "multi-pack-index"))).toBe(true);
});

test("leaves the index of a damaged pack, which Git cannot rebuild", async () => {
  const gitDir = await closedRepository();
  const [pack = ""] = files(gitDir, PACKS, ".pack");
  overwrite(pack, 20);
  rmSync(pack.replace(/pack$/, "idx"));
  const repository = await openRepository(gitDir);
  await repository.close();
  expect(existsSync(pack)).toBe(true);
  expect(existsSync(pack.replace(/pack$/, "idx"))).toBe(false);
  expect(readdirSync(join(gitDir, "loam"))).toEqual([]);
});

test("removes leftovers of a killed rebuild on the next opening", async () => {
  const gitDir = await closedRepository();
  writeFileSync(join(gitDir, "loam", "rebuilt-0011.idx"), "half of an index");
  expect(await readBoth(gitDir)).toEqual(["one", "two"]);
  expect(readdirSync(join(gitDir, "loam"))).toEqual(["writer"]);
});

test("rebuilds an index lost while the repository is open when an object is missing", async () => {
  const gitDir = await closedRepository();
  const rebuilt: string[] = [];
  const repository = await openRepository(gitDir, { onRebuilt: (paths) => rebuilt.push(...paths) });
  onTestFinished(() => repository.close());
  for (const path of files(gitDir, PACKS, ".idx")) overwrite(path, 1040);
  rmSync(join(gitDir, PACKS, "multi-pack-index"));
  await saveFile(repository, "c.md", "three");
  expect(rebuilt).toHaveLength(2);
  expect(await checkRepository(gitDir)).toEqual([]);
});

test("creates no repository in place of one removed while it is open", async () => {
  const gitDir = await closedRepository();
  const repository = await openRepository(gitDir);
  rmSync(gitDir, { recursive: true });
  await expect(repository.resolveRef(MAIN)).rejects.toMatchObject({ code: "repository_broken" });
  await expect(saveFile(repository, "c.md", "three")).rejects.toThrow(
    "The repository no longer exists",
  );
  expect(existsSync(gitDir)).toBe(false);
  await repository.close();
});
