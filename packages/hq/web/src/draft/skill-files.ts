import { mergeLines } from "@loam/cms-core/browser";
import type { Conflict } from "./conflicts.ts";

/** A file of a skill as it is written: a text, or the bytes of what is none. */
export type DraftFile = {
  readonly path: string;
  /** `100755`: it is run as a program. */
  readonly mode: "100644" | "100755";
} & (
  | { readonly text: string }
  /** Base64. */
  | { readonly content: string }
);

/** All files of a skill, by their paths. */
export type SkillFiles = readonly DraftFile[];

/** What is written of a skill, and since which version. */
export interface SkillDraft {
  /** 0 for a skill that is not there yet. */
  readonly base: number;
  readonly files: SkillFiles;
}

/** How a file differs from the version that was begun on. */
export type FileChange = "added" | "edited" | "removed";

/** What differs between two versions of the files, by path. */
export function changesOf(before: SkillFiles, after: SkillFiles): ReadonlyMap<string, FileChange> {
  const changes = new Map<string, FileChange>();
  for (const { path } of before) {
    if (!after.some((file) => file.path === path)) changes.set(path, "removed");
  }
  for (const file of after) {
    const old = before.find(({ path }) => path === file.path);
    if (old === undefined) changes.set(file.path, "added");
    else if (!isSame(old, file)) changes.set(file.path, "edited");
  }
  return changes;
}

/** In the order in which they are shown: SKILL.md first. */
export function inOrder(files: SkillFiles): SkillFiles {
  return files.toSorted((left, right) => (rankOf(left) < rankOf(right) ? -1 : 1));
}

function rankOf({ path }: DraftFile): string {
  return path === "SKILL.md" ? "" : path;
}

/** Puts a file in the place of the one of its path, or beside the others. */
export function putFile(files: SkillFiles, file: DraftFile): SkillFiles {
  const others = files.filter(({ path }) => path !== file.path);
  return inOrder([...others, file]);
}

export function renameFile(files: SkillFiles, from: string, to: string): SkillFiles {
  return inOrder(
    files.map((file) => (file.path === from ? Object.assign({}, file, { path: to }) : file)),
  );
}

export function removeFile(files: SkillFiles, path: string): SkillFiles {
  return files.filter((file) => file.path !== path);
}

export interface MergedFiles {
  /** Where two changed the same, ours. */
  readonly files: SkillFiles;
  readonly conflicts: readonly Conflict[];
}

interface ThreeVersions {
  readonly base: SkillFiles;
  readonly ours: SkillFiles;
  readonly theirs: SkillFiles;
}

/** What two people wrote from one version, put together file by file, and in a text line by line. */
export function mergeFiles({ base, ours, theirs }: ThreeVersions): MergedFiles {
  const conflicts: Conflict[] = [];
  const paths = new Set([...base, ...ours, ...theirs].map(({ path }) => path));
  const files = [...paths].flatMap((path) => {
    const [old, mine, other] = [base, ours, theirs].map((side) =>
      side.find((file) => file.path === path),
    );
    const merged = mergeFile(old, mine, other);
    if (merged !== "conflict") return merged ?? [];
    const [before, here, there] = [old, mine, other].map(contentOf);
    conflicts.push({ path, base: before, ours: here, theirs: there });
    return mine ?? [];
  });
  return { files: inOrder(files), conflicts };
}

function mergeFile(
  base: DraftFile | undefined,
  ours: DraftFile | undefined,
  theirs: DraftFile | undefined,
): DraftFile | undefined | "conflict" {
  if (isSame(ours, theirs) || isSame(base, theirs)) return ours;
  if (isSame(base, ours)) return theirs;
  if (!isText(ours) || !isText(theirs)) return "conflict";
  const before = isText(base) ? base.text : "";
  const { text, conflict } = mergeLines(
    { base: before, ours: ours.text, theirs: theirs.text },
    { touching: "meet" },
  );
  if (conflict) return "conflict";
  return { ...ours, mode: base?.mode === ours.mode ? theirs.mode : ours.mode, text };
}

function isText(file: DraftFile | undefined): file is DraftFile & { readonly text: string } {
  return file !== undefined && "text" in file;
}

/** The files with what was decided in the places of the conflicts: a text, or null for no file. */
export function decideFiles(
  { files, conflicts }: MergedFiles,
  theirs: SkillFiles,
  decided: ReadonlyMap<string, unknown>,
): SkillFiles {
  return conflicts.reduce((all, { path }) => {
    const chosen = decided.get(path);
    const other = theirs.find((file) => file.path === path);
    if (typeof chosen !== "string") return removeFile(all, path);
    const known = all.find((file) => file.path === path);
    // Bytes are taken whole, from whichever side has them.
    const whole = [known, other].find((file) => contentOf(file) === chosen);
    if (whole !== undefined) return putFile(all, whole);
    return putFile(all, { path, mode: known?.mode ?? "100644", text: chosen });
  }, files);
}

function contentOf(file: DraftFile | undefined): string | null {
  if (file === undefined) return null;
  return "text" in file ? file.text : file.content;
}

function isSame(left: DraftFile | undefined, right: DraftFile | undefined): boolean {
  return (
    left?.mode === right?.mode &&
    contentOf(left) === contentOf(right) &&
    isText(left) === isText(right)
  );
}
