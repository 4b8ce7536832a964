import { mergeLines } from "@loam/cms-core/browser";
import type { Conflict } from "./conflicts.ts";

/** An editable file of a skill: text, or the bytes of a binary file. */
export type DraftFile = {
  readonly path: string;
  /** `100755` for executable files. */
  readonly mode: "100644" | "100755";
} & (
  | { readonly text: string }
  /** Base64. */
  | { readonly content: string }
);

/** All files of a skill. Paths are unique. */
export type SkillFiles = readonly DraftFile[];

/** The edited files of a skill and their base version. */
export interface SkillDraft {
  /** 0 for a new skill. */
  readonly base: number;
  readonly files: SkillFiles;
}

/** How a file differs from the base version. */
export type FileChange = "added" | "edited" | "removed";

/** Returns the differences between two versions, by path. */
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

/** Sorts files for display: SKILL.md first. */
export function inOrder(files: SkillFiles): SkillFiles {
  return files.toSorted((left, right) => (rankOf(left) < rankOf(right) ? -1 : 1));
}

function rankOf({ path }: DraftFile): string {
  return path === "SKILL.md" ? "" : path;
}

/** Adds a file, or replaces the one with the same path. */
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
  /** With our side wherever there are conflicts. */
  readonly files: SkillFiles;
  readonly conflicts: readonly Conflict[];
}

interface ThreeVersions {
  readonly base: SkillFiles;
  readonly ours: SkillFiles;
  readonly theirs: SkillFiles;
}

/** Merges two versions of the files with a common base: file by file, and text files line by line. */
export function mergeFiles({ base, ours, theirs }: ThreeVersions): MergedFiles {
  const conflicts: Conflict[] = [];
  const paths = new Set([...base, ...ours, ...theirs].map(({ path }) => path));
  const files = [...paths].flatMap((path) => {
    const [old, mine, other] = [base, ours, theirs].map((side) =>
      side.find((file) => file.path === path),
    );
    const merged = mergeFile(old, mine, other);
    if (merged !== "conflict") return merged ?? [];
    const [before, ourContent, theirContent] = [old, mine, other].map(contentOf);
    conflicts.push({ path, base: before, ours: ourContent, theirs: theirContent });
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

/** Applies the conflict decisions: a text, or null to delete the file. */
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
    // A binary file is taken unchanged from the side that has the chosen content.
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
