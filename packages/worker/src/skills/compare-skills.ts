import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { askGit } from "@loam/cms-core/git/program";
import type { NewFile } from "../git/remote-copy.ts";

type FileChange = "added" | "removed" | "changed";

/** Differences between two skills. */
export interface SkillDifference {
  readonly files: readonly { readonly path: string; readonly change: FileChange }[];
  /** Line by line; empty on a machine without Git. */
  readonly text: string;
}

/** Returns what differs in `after` from `before`. Both must be checked files of a skill. */
export async function compareSkills(
  before: readonly NewFile[],
  after: readonly NewFile[],
): Promise<SkillDifference> {
  const old = new Map(before.map((file) => [file.path, file]));
  const now = new Map(after.map((file) => [file.path, file]));
  const paths = [...new Set([...old.keys(), ...now.keys()])].toSorted();
  const files = paths.flatMap((path) => {
    const change = changeOf(old.get(path), now.get(path));
    return change === undefined ? [] : [{ path, change }];
  });
  const differing = new Set(files.map(({ path }) => path));
  const only = (all: readonly NewFile[]): readonly NewFile[] =>
    all.filter(({ path }) => differing.has(path));
  return { files, text: files.length === 0 ? "" : await diffLines(only(before), only(after)) };
}

function changeOf(from: NewFile | undefined, to: NewFile | undefined): FileChange | undefined {
  if (from === undefined) return "added";
  if (to === undefined) return "removed";
  return from.mode === to.mode && Buffer.compare(from.bytes, to.bytes) === 0
    ? undefined
    : "changed";
}

async function diffLines(before: readonly NewFile[], after: readonly NewFile[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "loam-diff-"));
  try {
    for (const [side, files] of [
      ["a", before],
      ["b", after],
    ] as const) {
      await mkdir(join(folder, side));
      for (const { path, mode, bytes } of files) {
        await mkdir(dirname(join(folder, side, path)), { recursive: true });
        await writeFile(join(folder, side, path), bytes, {
          mode: mode === "100755" ? 0o755 : 0o644,
        });
      }
    }
    const options = ["--no-index", "--no-color", "--no-ext-diff", "--no-textconv", "--no-prefix"];
    // Git exits with 1 if there are differences. It must not look for a repository above the folder.
    const args = ["-C", folder, "diff", ...options, "--", "a", "b"];
    const env = { GIT_CEILING_DIRECTORIES: dirname(folder) };
    return (await askGit(undefined, args, { env })).stdout;
  } catch {
    // Without Git, the list of files must suffice.
    return "";
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
