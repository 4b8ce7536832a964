import {
  type Change,
  type FileEdit,
  type FileMode,
  type GitRepository,
  type Oid,
  type TreeFile,
} from "@loam/cms-core/git";
import {
  checkSkill,
  checkSkillFiles,
  checkSkillTexts,
  checkSkillTokens,
} from "@loam/cms-core/skills";

/** Folder of the skills in a repository, each in a subfolder with its name. */
export const SKILLS_FOLDER = "skills";
const SKILL_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** A new file of a skill. */
export interface NewSkillFile {
  /** Relative to the skill's folder. */
  readonly path: string;
  readonly mode: FileMode;
  readonly bytes: Uint8Array;
}

/** The target state of a skill. */
export interface SkillFiles {
  /** All files of the skill, by path relative to its folder. */
  readonly files: ReadonlyMap<string, { readonly edit: FileEdit; readonly mode: FileMode }>;
  readonly message: string;
}

/** Returns the path of a skill's file in its repository. */
export function skillPath(name: string, path: string): string {
  return `${SKILLS_FOLDER}/${name}/${path}`;
}

/** Returns the folder of each skill at a commit, sorted by name. */
export async function skillFolders(
  repository: GitRepository,
  commit: Oid,
): Promise<ReadonlyMap<string, Oid>> {
  const folders = await repository.folderIds(commit, SKILLS_FOLDER);
  const named = [...folders].filter(([name]) => SKILL_NAME.test(name));
  const paths = named.map(([name]) => skillPath(name, "SKILL.md"));
  const found = await repository.findFiles(commit, paths);
  return new Map(named.filter(([name]) => found.has(skillPath(name, "SKILL.md"))));
}

/**
 * Validates a skill and returns its files to write. @throws CmsError `invalid_skill`, `unsafe_skill`, and as
 * `readSkill`
 */
export function skillEdits(name: string, files: readonly NewSkillFile[]): SkillFiles["files"] {
  checkSkillFiles(files.map(({ path, mode, bytes }) => ({ path, mode, byteSize: bytes.length })));
  const main = files.find(({ path }) => path === "SKILL.md");
  checkSkill(main?.bytes ?? new Uint8Array(), skillPath(name, "SKILL.md"), name);
  checkSkillTexts(files, `${SKILLS_FOLDER}/${name}`);
  checkSkillTokens(files, `${SKILLS_FOLDER}/${name}`);
  return new Map(files.map(({ path, mode, bytes }) => [path, { edit: bytes, mode }]));
}

/**
 * Returns the edits that bring a skill to its target state. @param before - its current files, relative to its folder
 */
export function skillChange(
  name: string,
  { files, message }: SkillFiles,
  before: readonly TreeFile[],
): Pick<Change, "files" | "modes" | "message" | "trailers"> {
  const removed = before.filter(({ path }) => !files.has(path));
  return {
    files: new Map<string, FileEdit>([
      ...removed.map(({ path }) => [skillPath(name, path), null] as const),
      ...[...files].map(([path, { edit }]) => [skillPath(name, path), edit] as const),
    ]),
    modes: new Map([...files].map(([path, { mode }]) => [skillPath(name, path), mode])),
    message,
    trailers: { "Loam-Skill": name },
  };
}
