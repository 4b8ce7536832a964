import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openBlog } from "../support/site/blog-site.ts";
import { buryWriter, checkOpened } from "./support/check-site.ts";
import { faultFolder } from "./support/fault-folder.ts";
import { makeBase } from "./support/save-scenarios.ts";

const MISSING = "0123456789012345678901234567890123456789";
const REF = "refs/heads/main";

async function site(): Promise<{ readonly folder: string; readonly gitDir: string }> {
  const folder = await faultFolder();
  await makeBase(folder);
  const gitDir = join(folder, "site.git");
  writeFileSync(join(gitDir, "loam", "writer"), "4000000 1 gone");
  return { folder, gitDir };
}

function packs(gitDir: string, kind: "pack" | "idx"): string[] {
  const folder = join(gitDir, "objects", "pack");
  const files = readdirSync(folder).filter((name) => name.endsWith(`.${kind}`));
  return files.map((name) => {
    chmodSync(join(folder, name), 0o644);
    return join(folder, name);
  });
}

function replaceRef(gitDir: string, text: string): void {
  rmSync(join(gitDir, REF));
  writeFileSync(join(gitDir, REF), text);
}

const HEALED: readonly [string, (gitDir: string) => void][] = [
  ["a lock of ours", (gitDir) => writeFileSync(join(gitDir, `${REF}.lock`), "", { mode: 0o444 })],
  [
    "a lock of ours that holds half of an id",
    (gitDir) => writeFileSync(join(gitDir, `${REF}.lock`), MISSING.slice(0, 20), { mode: 0o444 }),
  ],
  ["half of the note of its writer", (gitDir) => writeFileSync(join(gitDir, "loam/writer"), "40")],
  [
    "half of an index that has no name yet",
    (gitDir) => {
      const bytes = readFileSync(packs(gitDir, "idx")[0] ?? "");
      const half = bytes.subarray(0, Math.floor(bytes.length / 2));
      writeFileSync(join(gitDir, "objects/pack/loam-new-1-idx"), half);
    },
  ],
  [
    "indexes cut short",
    (gitDir) => {
      for (const path of packs(gitDir, "idx")) truncateSync(path, 40);
    },
  ],
  [
    "indexes that are gone",
    (gitDir) => {
      for (const path of packs(gitDir, "idx")) rmSync(path);
    },
  ],
  [
    "an object of no bytes, as git leaves one on a full disk",
    (gitDir) => {
      mkdirSync(join(gitDir, "objects/01"));
      writeFileSync(join(gitDir, "objects/01", MISSING.slice(2)), "");
    },
  ],
];

test.each(HEALED)("tolerates %s", async (_, damage) => {
  const { folder, gitDir } = await site();
  damage(gitDir);
  await checkOpened(folder, []);
  const blog = await openBlog(folder);
  expect(blog.store.entries("posts")).toHaveLength(4);
  await blog.store.close();
});

const REFUSED: readonly [string, (gitDir: string) => void, RegExp][] = [
  [
    "packed refs without a line break at their end",
    (gitDir) => {
      execFileSync("git", ["--git-dir", gitDir, "pack-refs", "--all", "--prune"]);
      const path = join(gitDir, "packed-refs");
      writeFileSync(path, readFileSync(path, "utf8").trimEnd());
    },
    // Git refuses them as well, because the last line may be half of a longer name.
    /cannot be read\. Restore/,
  ],
  [
    "a branch of no bytes",
    (gitDir) => replaceRef(gitDir, ""),
    /main contains no commit\. .*restore/,
  ],
  [
    "half of a branch",
    (gitDir) => replaceRef(gitDir, MISSING.slice(0, 17)),
    /main contains no commit\. .*restore/,
  ],
  [
    "a branch of zeros",
    (gitDir) => replaceRef(gitDir, "\0".repeat(41)),
    /main contains no commit\. .*restore/,
  ],
  [
    "a branch whose commit is missing",
    (gitDir) => replaceRef(gitDir, `${MISSING}\n`),
    /latest commit of main cannot be read\. Restore/,
  ],
  [
    "packs cut short",
    (gitDir) => {
      for (const path of packs(gitDir, "pack"))
        truncateSync(path, Math.floor(readFileSync(path).length / 2));
    },
    /cannot be read\. Restore/,
  ],
  [
    "packs that are gone",
    (gitDir) => {
      for (const path of packs(gitDir, "pack")) rmSync(path);
    },
    /cannot be read\. Restore/,
  ],
  [
    "packs and indexes cut short",
    (gitDir) => {
      for (const path of [...packs(gitDir, "pack"), ...packs(gitDir, "idx")])
        truncateSync(path, 60);
    },
    /cannot be read\. Restore/,
  ],
];

test.each(REFUSED)("refuses %s with one line of advice", async (_, damage, line) => {
  const { folder, gitDir } = await site();
  damage(gitDir);
  buryWriter(gitDir);
  await expect(openBlog(folder)).rejects.toMatchObject({
    code: "repository_broken",
    message: expect.stringMatching(line),
  });
  // On every attempt.
  await expect(openBlog(folder)).rejects.toMatchObject({ code: "repository_broken" });
});
