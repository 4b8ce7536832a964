import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRepository } from "./create-repository.ts";
import { POOLED } from "./durable-file.ts";
import { growChain, type ListChain, type PackedList } from "./list-chain.ts";
import { hashObject } from "./object-id.ts";
import { makePack } from "./pack.ts";
import { printTreeEntry } from "./tree-bytes.ts";
import { fullTree } from "./tree-objects.ts";
import { findEntry, readTree, spliceTree, type Tree } from "./tree.ts";
import { writePack } from "./write-pack.ts";

const ENTRIES = 4000;

function entryOf(number: number, text: string): Buffer {
  const oid = hashObject("blob", Buffer.from(text));
  return printTreeEntry({ mode: "100644", name: nameOf(number), oid });
}

function nameOf(number: number): string {
  return `e${String(number).padStart(4, "0")}.yml`;
}

function firstList(): Tree {
  return readTree(
    Buffer.concat(Array.from({ length: ENTRIES }, (_, number) => entryOf(number, `${number}`))),
  );
}

function edited(tree: Tree, number: number, text: string): Tree {
  const { piece, at, span, key } = findEntry(tree, { name: nameOf(number), folder: false });
  return spliceTree(tree, [
    { piece, start: at, end: span?.end ?? at, bytes: entryOf(number, text), key },
  ]);
}

async function emptyRepository(): Promise<string> {
  const gitDir = join(mkdtempSync(join(tmpdir(), "loam-chain-")), "site.git");
  onTestFinished(() => rmSync(join(gitDir, ".."), { recursive: true, force: true }));
  await createRepository(gitDir);
  return gitDir;
}

async function packed(gitDir: string, tree: Tree): Promise<PackedList> {
  const pack = await writePack(gitDir, makePack([fullTree(tree)]), {
    calls: POOLED,
    canWait: false,
  });
  return { tree, pack };
}

function packsIn(gitDir: string): string[] {
  const names = readdirSync(join(gitDir, "objects", "pack"));
  return names.filter((name) => name.endsWith(".pack"));
}

function readByGit(gitDir: string, { oid }: Tree): Buffer {
  return execFileSync("git", ["--git-dir", gitDir, "cat-file", "tree", oid]);
}

/** Adds groups of two lists, of which every third is one that was there before. */
async function growBy(
  gitDir: string,
  groups: number,
): Promise<{ readonly chain: ListChain | undefined; readonly trees: readonly Tree[] }> {
  const trees: Tree[] = [firstList()];
  let chain: ListChain | undefined;
  for (let group = 0; group < groups; group += 1) {
    const lists: PackedList[] = [];
    for (let list = 0; list < 2; list += 1) {
      const at = group * 2 + list;
      const text = at % 3 === 2 ? String((at * 97) % ENTRIES) : `edit ${at}`;
      const tree = edited(trees.at(-1) ?? firstList(), ((at - (at % 3)) * 97) % ENTRIES, text);
      trees.push(tree);
      lists.push(await packed(gitDir, tree));
    }
    chain = await growChain(gitDir, chain, lists);
  }
  return { chain, trees: trees.slice(1) };
}

test("lists that were packed together stay readable, and their own packs go", async () => {
  const gitDir = await emptyRepository();
  const { chain, trees } = await growBy(gitDir, 3);
  expect(chain?.packs.map((path) => `${basename(path)}.pack`).toSorted()).toEqual(
    packsIn(gitDir).toSorted(),
  );
  for (const tree of trees) expect(readByGit(gitDir, tree).equals(tree.toBuffer())).toBe(true);
});

test("sixteen packs of lists become one, which a repack leaves as it is", async () => {
  const gitDir = await emptyRepository();
  const { chain, trees } = await growBy(gitDir, 16);
  expect(chain).toBeUndefined();
  const [only = "", ...more] = packsIn(gitDir);
  expect(more).toEqual([]);
  for (const tree of trees) expect(readByGit(gitDir, tree).equals(tree.toBuffer())).toBe(true);
  const pack = join(gitDir, "objects", "pack", only);
  execFileSync("git", ["verify-pack", pack]);
  execFileSync("git", ["--git-dir", gitDir, "repack", "-d", "-q", "-F", "--geometric=2"]);
  expect(existsSync(pack)).toBe(true);
});
