import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { receivePack } from "@loam/cms-core/git";
import { MAIN } from "@loam/cms-core/site";
import { expect } from "vitest";
import { ACTOR, type Blog, openBlog } from "../../support/site/blog-site.ts";
import { buryWriter, checkSite, fsck, savedEntry } from "./check-site.ts";
import type { Acknowledge, Scenario } from "./scenario.ts";

/** A blog, and a developer's push to it. */
interface PushedBlog {
  readonly blog: Blog;
  readonly tip: string;
  readonly pack: Uint8Array;
  readonly saved: (acknowledge: Acknowledge) => void;
}

const LIMITS = { maxBytes: 1e8, maxObjects: 1e4, signal: new AbortController().signal };

/** Creates a commit on top of `main` that changes the post `a`, and adds an entry that HQ must complete. */
async function openPushed(folder: string): Promise<PushedBlog> {
  const blog = await openBlog(folder);
  const { repository } = blog.store;
  const ref = blog.store.entries("posts").find(({ slug }) => slug === "a");
  if (ref === undefined) throw new Error("The base has no post a.");
  const { gitDir } = repository;
  const text = git(gitDir, ["cat-file", "blob", ref.blob]).replace("title: a", "title: Pushed");
  const scratch = mkdtempSync(join(tmpdir(), "loam-pushed-"));
  try {
    // Outside the store, because the push's objects don't exist there before.
    const other = join(scratch, "other.git");
    git(gitDir, ["clone", "--quiet", "--bare", gitDir, other]);
    const index = { GIT_INDEX_FILE: join(scratch, "index") };
    const add = (path: string, bytes: string): void => {
      const blob = git(other, ["hash-object", "-w", "--stdin"], { input: bytes }).trim();
      const info = `100644,${blob},${path}`;
      git(other, ["update-index", "--add", "--cacheinfo", info], { env: index });
    };
    git(other, ["read-tree", MAIN], { env: index });
    add(ref.path, text);
    add("content/posts/pushed.md", "---\ntitle: New\n---\n");
    const tree = git(other, ["write-tree"], { env: index }).trim();
    const who = ["-c", "user.name=Dev", "-c", "user.email=dev@example.test"];
    const tip = git(other, [...who, "commit-tree", tree, "-p", MAIN, "-m", "Push"]).trim();
    const revs = `${tip}\n^${MAIN}\n`;
    const args = ["pack-objects", "--revs", "--thin", "--stdout", "--quiet"];
    const pack = execFileSync("git", ["--git-dir", other, ...args], { input: revs });
    const saved = (acknowledge: Acknowledge): void => acknowledge(savedEntry(ref.id, "Pushed"));
    return { blog, tip, pack, saved };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface GitOptions {
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function git(gitDir: string, args: readonly string[], { input, env }: GitOptions = {}): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], {
    encoding: "utf8",
    ...(input !== undefined && { input }),
    env: { ...process.env, ...env },
  });
}

/** A push to `main` that was overtaken by a save: received, merged, checked, landed, and completed. */
export const ONE_PUSH: Scenario<PushedBlog> = {
  open: openPushed,
  cuts: false,
  async act({ blog: { store, save }, tip, pack, saved }, acknowledge) {
    const title = "Saved meanwhile";
    const { id } = await save("posts", "meanwhile", { title });
    acknowledge(savedEntry(id, title));
    await using incoming = await receivePack(store.repository, chunksOf(pack), LIMITS);
    const pushed = { incoming: incoming.repository, add: incoming.add, to: tip };
    const note = { actor: ACTOR, message: "Merge push", trailers: {} };
    const merged = await store.mergePushed(pushed, note);
    if (!("commit" in merged)) throw new Error("The push is in conflict.");
    const move = { from: store.head(), to: merged.commit };
    const checked = await store.checkPush({ ...move, incoming: incoming.repository });
    if (checked.issues.length > 0) throw new Error(JSON.stringify(checked.issues));
    await incoming.land([{ ref: MAIN, ...move }]);
    saved(acknowledge);
    await store.refresh();
    await store.completePushed({ paths: checked.incomplete, since: move.from });
    const made = store.entries("posts").find(({ slug }) => slug === "pushed");
    if (made === undefined) throw new Error("HQ completed nothing.");
    acknowledge(savedEntry(made.id, "New"));
  },
  async again({ blog }, acknowledge) {
    const { id } = await blog.save("posts", "again", { title: "Again" });
    acknowledge(savedEntry(id, "Again"));
  },
  close: ({ blog }) => blog.store.close(),
  async check(folder, acknowledged) {
    const gitDir = join(folder, "site.git");
    expect(fsck(gitDir)).toBe("");
    buryWriter(gitDir);
    // As HQ does at startup: the push may have landed without being completed.
    const { store } = await openBlog(folder);
    await store.completePushed();
    await store.close();
    await checkSite(folder, acknowledged);
  },
};

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
