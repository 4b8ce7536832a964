import { constants, existsSync, type Stats } from "node:fs";
import { lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import {
  checkSkill,
  checkSkillFiles,
  checkSkillTexts,
  readSkill,
  SKILL_LIMITS,
  type Skill,
  type SkillFile,
} from "@loam/cms-core/skills";
import type { NewFile } from "../git/remote-copy.ts";

/** Files that operating systems create in folders. */
const LEFT_BY_SYSTEMS = new Set([".DS_Store", "Thumbs.db", "desktop.ini"]);
const EXECUTABLE = 0o111;
/** setuid, setgid: Git would drop them, and skills don't need them. */
const SPECIAL = 0o6000;

/**
 * Reads every file of a skill's folder, if they are allowed in a skill. Links are never followed.
 *
 * @throws CmsError `not_found`, `unsafe_skill` with an issue for each file
 */
export async function readSkillFolder(folder: string): Promise<readonly NewFile[]> {
  const found = await listFolder(folder);
  if (found === undefined) throw new CmsError("not_found", `The folder ${folder} does not exist.`);
  checkSkillFiles(found);
  const files: NewFile[] = [];
  for (const { path, mode } of found) {
    const bytes = await readPlainFile(join(folder, path));
    files.push({ path, mode: mode === "100755" ? mode : "100644", bytes });
  }
  // Checked again, because a file may have grown since it was listed.
  checkSkillFiles(files.map(asListed));
  return files;
}

/** Lists files like Git, including those with forbidden modes. Doesn't follow links, which `recursive` would. */
async function listFolder(folder: string): Promise<readonly SkillFile[] | undefined> {
  if (!existsSync(folder)) return undefined;
  const files: SkillFile[] = [];
  const folders = [""];
  // Stops early, because too many files are rejected by their number.
  for (
    let at = folders.pop();
    at !== undefined && files.length <= SKILL_LIMITS.files;
    at = folders.pop()
  ) {
    for (const entry of await readdir(join(folder, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (!LEFT_BY_SYSTEMS.has(entry.name)) files.push(await describeFile(folder, path));
    }
  }
  return files.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

async function describeFile(folder: string, path: string): Promise<SkillFile> {
  const found = await lstat(join(folder, path));
  return { path, mode: gitMode(found), byteSize: found.size };
}

function gitMode(found: Stats): string {
  if (found.isSymbolicLink()) return "120000";
  if (!found.isFile() || (found.mode & SPECIAL) !== 0) return "";
  return (found.mode & EXECUTABLE) === 0 ? "100644" : "100755";
}

/** @throws CmsError `unsafe_skill` if it became a link since it was listed */
async function readPlainFile(path: string): Promise<Buffer> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(path, flags).catch((cause: unknown) => {
    throw new CmsError("unsafe_skill", `${path} is not a regular file.`, { cause });
  });
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function asListed({ path, mode, bytes }: NewFile): SkillFile {
  return { path, mode, byteSize: bytes.length };
}

/** Required form of a SKILL.md: strictly as specified, or as any tool writes it. */
export type SkillRules = "strict" | "tolerant";

/**
 * Checks the files of a future skill of this machine or of HQ, and reads their SKILL.md.
 *
 * @throws CmsError `unsafe_skill` (paths, modes, sizes, hidden characters), `invalid_skill`
 */
export function checkFilesOfSkill(
  name: string,
  files: readonly NewFile[],
  rules: SkillRules,
): Skill {
  checkSkillFiles(files.map(asListed));
  const main = files.find(({ path }) => path === "SKILL.md");
  if (main === undefined) throw new CmsError("invalid_skill", `${name}/SKILL.md is missing.`);
  checkSkillTexts(files, name);
  const path = `${name}/SKILL.md`;
  return rules === "strict"
    ? checkSkill(main.bytes, path, name)
    : readSkill(main.bytes, { path, folder: name });
}

/** @throws CmsError `invalid` if it cannot be the name of a skill, and thus of a folder */
export function parseSkillName(name: string): string {
  if (/^[a-z0-9][a-z0-9-]{0,63}$/.test(name)) return name;
  throw new CmsError(
    "invalid",
    `"${name.slice(0, 64)}" is not a valid skill name. Use 1 to 64 lowercase letters, digits, and hyphens.`,
  );
}
