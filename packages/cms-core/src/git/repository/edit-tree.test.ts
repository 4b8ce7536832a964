import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { openRepository, type FileEdit } from "./repository.ts";

// Names that sort differently as files and as folders, and by bytes and by UTF-16 code units.
const NAMES = ["a", "a-", "a.b", "a0", "ab", "é", "￿", "𝒳", "z"];

const path = fc
  .array(fc.constantFrom(...NAMES), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join("/"));
const edits = fc.dictionary(path, fc.option(fc.constantFrom("1", "2", "3")), { maxKeys: 6 });

/** Reference model: files by path; undefined if a path would become both file and folder. */
function apply(
  files: ReadonlyMap<string, string>,
  change: Readonly<Record<string, string | null>>,
): Map<string, string> | undefined {
  const after = new Map(files);
  for (const [file, text] of Object.entries(change)) {
    if (text === null) after.delete(file);
    else after.set(file, text);
  }
  const paths = [...after.keys()];
  return paths.some((one) => paths.some((other) => other.startsWith(`${one}/`)))
    ? undefined
    : after;
}

test("creates the same tree as Git for any sequence of edits", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-tree-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const repository = await openRepository(join(folder, "site.git"), { create: true });
  onTestFinished(async () => repository.close());
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(edits, { minLength: 1, maxLength: 5 }), async (changes) => {
      run += 1;
      const ref = `refs/heads/run-${run}`;
      let model = new Map<string, string>();
      const made = changes.flatMap((change) => {
        const next = apply(model, change);
        if (next === undefined) return [];
        model = next;
        const files = new Map(
          Object.entries(change).map(([file, text]): [string, FileEdit] => [
            file,
            text === null ? null : Buffer.from(text),
          ]),
        );
        const author = { name: "t", email: "t@example.test" };
        return [repository.commit(ref, { files, author, message: "edit" })];
      });
      const results = await Promise.allSettled(made);
      // Only replacing a folder with a file in the same change is rejected.
      fc.pre(results.every((result) => result.status === "fulfilled"));
      const tip = await repository.resolveRef(ref);
      if (tip === undefined) return;
      expect(treeOf(repository.gitDir, tip)).toBe(gitTree(repository.gitDir, model));
    }),
    { numRuns: 40 },
  );
  expect(run).toBeGreaterThan(20);
  expect(git(repository.gitDir, ["fsck", "--full", "--strict"])).toBe("");
});

function treeOf(gitDir: string, commit: string): string {
  return git(gitDir, ["rev-parse", `${commit}^{tree}`]);
}

function gitTree(gitDir: string, files: ReadonlyMap<string, string>): string {
  const index = join(gitDir, `index-${Math.random()}`);
  const env = { ...process.env, GIT_INDEX_FILE: index };
  const blobs = new Map(
    ["1", "2", "3"].map((text) => [
      text,
      git(gitDir, ["hash-object", "-w", "--stdin"], { input: text }),
    ]),
  );
  const info = [...files].map(([file, text]) => `100644 ${blobs.get(text)}\t${file}\0`).join("");
  git(gitDir, ["update-index", "-z", "--index-info"], { input: info, env });
  const tree = git(gitDir, ["write-tree"], { env });
  rmSync(index, { force: true });
  return tree;
}

function git(
  gitDir: string,
  args: string[],
  options: { input?: string; env?: NodeJS.ProcessEnv } = {},
): string {
  return execFileSync("git", ["--git-dir", gitDir, ...args], {
    encoding: "utf8",
    ...options,
  }).trim();
}
