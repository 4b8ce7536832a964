import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { openSiteStore } from "@loam/cms-core/site";
import { expect, test } from "vitest";
import { createBlog, publish, type Blog } from "../support/site/blog-site.ts";
import { expectSound } from "../support/site/expect-sound.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { rounds } from "../support/test-rounds.ts";

const HOUSEKEEPING = ["gc --quiet", "gc --quiet --prune=now", "repack -adq", "prune"];
const EDITORS = 8;
const SAVES = rounds(160);
const TURNS = 3;

const execute = promisify(execFile);

async function git(gitDir: string, command: string): Promise<string> {
  const args = ["--git-dir", gitDir, ...command.split(" ")];
  return (await execute("git", args, { maxBuffer: 1 << 28 })).stdout.trim();
}

/** Acknowledged titles by slug, on `main` and on `published`. */
interface Acknowledged {
  readonly saved: Map<string, string>;
  readonly published: Map<string, string>;
  saves: number;
}

/** Adds an entry, changes it three times, and publishes it every second time; then continues with the next one. */
async function edit(blog: Blog, name: number, done: Acknowledged, goOn: () => boolean) {
  for (let entry = 0; goOn(); entry += 1) {
    const slug = `e${name}-${entry}`;
    let id: string | undefined;
    for (let version = 0; version < 4; version += 1) {
      const title = `Version ${version} of ${slug}`;
      id = (await blog.save("posts", slug, { title, body: `${title}\n`.repeat(20) }, id)).id;
      done.saved.set(slug, title);
      done.saves += 1;
      if (version % 2 === 0) continue;
      await publish(blog, id);
      done.published.set(slug, title);
    }
  }
}

/** Returns the titles that Git itself finds on a branch. */
async function titlesOf(gitDir: string, branch: string): Promise<Map<string, string>> {
  const lines = await git(gitDir, `grep ^title: ${branch} -- content/posts`);
  return new Map(
    lines.split("\n").map((line) => {
      const [, slug = "", title = ""] = /\/([^/]+)\.md:title: (.*)$/.exec(line) ?? [];
      return [slug, title];
    }),
  );
}

test("loses nothing to manual Git maintenance next to eight editors", async () => {
  const blog = await createBlog(await temporaryFolder());
  const gitDir = join(blog.folder, "site.git");
  const done: Acknowledged = { saved: new Map(), published: new Map(), saves: 0 };
  let turns = 0;
  const goOn = (): boolean => turns < TURNS || done.saves < SAVES;
  const keepHouse = async (): Promise<void> => {
    for (; goOn(); turns += 1) {
      for (const command of HOUSEKEEPING) {
        await git(gitDir, command);
        await expectSound(gitDir);
      }
    }
  };
  const editors = Array.from({ length: EDITORS }, async (_, name) => edit(blog, name, done, goOn));
  await Promise.all([keepHouse(), ...editors]);
  expect(blog.store.problems()).toEqual([]);
  await blog.store.close();

  await expectSound(gitDir);
  expect(await titlesOf(gitDir, "main")).toEqual(done.saved);
  expect(await titlesOf(gitDir, "published")).toEqual(done.published);
  const opened = await openSiteStore(gitDir);
  expect(opened.problems()).toEqual([]);
  expect(opened.entries("posts")).toHaveLength(done.saved.size);
  await opened.close();
});
