import { randomBytes } from "node:crypto";
import { constants, existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CmsError, isCmsError } from "@loam/cms-core";
import { syncFolder } from "@loam/cms-core/program";
import type { NewFile } from "../git/remote-copy.ts";
import { makerLives } from "../git/scratch.ts";
import type { WorkerState } from "../state/open-state.ts";
import {
  findDeployedSkill,
  findPreviousSkill,
  forgetDeployedSkill,
  forgetPendingSkill,
  keepPreviousSkill,
  listPendingSkills,
  notePendingSkill,
  putDeployedSkill,
  type DeployedSkill,
} from "./deployed-skills.ts";
import { checkFilesOfSkill, parseSkillName, readSkillFolder } from "./skill-files.ts";
import { treeIdOf } from "./tree-id.ts";

/** Where skills are, and what is known of them. */
export interface SkillsPlace {
  readonly state: WorkerState;
  /** The coding agent's: `~/.<agent>/skills`. */
  readonly skillsFolder: string;
}

/** Of a skill's folder. `foreign` is one that was not deployed by us. */
export type SkillCondition = "absent" | "unchanged" | "edited" | "foreign";

interface FoundSkill {
  readonly condition: SkillCondition;
  readonly deployed?: DeployedSkill;
}

/** A skill whose files are complete and are to take their place. */
export interface NewSkill extends Omit<DeployedSkill, "tree" | "deployedAt"> {
  readonly files: readonly NewFile[];
}

export interface DeployOptions {
  /** Also where the folder was edited here, or is not ours. @default false */
  readonly overEdits?: boolean;
  /** Also where the skill of this name came from elsewhere: the later one wins. @default false */
  readonly overOthers?: boolean;
}

/** Ours, in the skills folder: a rename must not leave the file system. Agents look into folders that are not hidden. */
const OWN = ".loam";
/** Files that are brought to the disk side by side: one at a time, each would wait for the disk alone. */
const TOGETHER = 16;

/** What is in the folder of a name, and what was deployed there. */
export async function conditionOf(place: SkillsPlace, name: string): Promise<FoundSkill> {
  for (;;) {
    const deployed = findDeployedSkill(place.state, name);
    const found = await judgeFolder(place, name, deployed).catch((error: unknown) => ({ error }));
    // Another one that took its place meanwhile is no edit: what was read may be of both.
    if (!isDeepStrictEqual(findDeployedSkill(place.state, name), deployed)) continue;
    if ("error" in found) throw found.error;
    return found;
  }
}

async function judgeFolder(
  { skillsFolder }: SkillsPlace,
  name: string,
  deployed: DeployedSkill | undefined,
): Promise<FoundSkill> {
  const folder = join(skillsFolder, parseSkillName(name));
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const known = deployed === undefined ? {} : { deployed };
  if (found === undefined) return { condition: "absent", ...known };
  if (deployed === undefined) return { condition: "foreign" };
  if (!found.isDirectory()) return { condition: "edited", ...known };
  const tree = await readSkillFolder(folder).then(treeIdOf, (error: unknown) => {
    if (isCmsError(error)) return undefined;
    throw error;
  });
  return { condition: tree === deployed.tree ? "unchanged" : "edited", ...known };
}

/**
 * Puts a skill in its place as a whole: what stood there before is either all there or all replaced, whenever the
 * machine stops, and is kept for `restoreSkill`.
 *
 * @throws CmsError `unsafe_skill`, `invalid_skill`; `conflict` for edits and for another owner's skill of that name
 */
export async function deploySkill(
  place: SkillsPlace,
  skill: NewSkill,
  options: DeployOptions = {},
): Promise<DeployedSkill> {
  const { files, ...origin } = skill;
  // HQ has held it to the letter of the format; what could do harm is looked for again.
  checkFilesOfSkill(parseSkillName(skill.name), files, "tolerant");
  healSkillsFolder(place);
  const deployedAt = new Date().toISOString();
  const now: DeployedSkill = { ...origin, tree: treeIdOf(files), deployedAt };
  const { condition, deployed } = await conditionOf(place, skill.name);
  if (options.overEdits !== true && (condition === "edited" || condition === "foreign")) {
    await refuseOverwriting(place, now, condition);
  }
  if (options.overOthers !== true && deployed !== undefined) requireSameOwner(deployed, now);
  if (condition === "unchanged" && deployed?.tree === now.tree) putDeployedSkill(place.state, now);
  else await swapIn(place, now, files);
  return now;
}

async function refuseOverwriting(
  { skillsFolder }: SkillsPlace,
  { name, tree }: DeployedSkill,
  condition: "edited" | "foreign",
): Promise<void> {
  const here = await readSkillFolder(join(skillsFolder, name)).then(treeIdOf, () => undefined);
  if (here === tree) return;
  const what = condition === "edited" ? "has local edits" : "was not fetched";
  throw new CmsError(
    "conflict",
    `${name} ${what}. Compare it with agent-cli skill diff ${name}, push it, or replace it with --force.`,
  );
}

function requireSameOwner(deployed: DeployedSkill, next: DeployedSkill): void {
  if (deployed.source === next.source && deployed.workspace === next.workspace) return;
  throw new CmsError(
    "conflict",
    `${next.name} is already deployed from ${ownerOf(deployed)}, but this one is from ${ownerOf(next)}. Use --force to replace it.`,
  );
}

function ownerOf({ source, workspace }: DeployedSkill): string {
  return workspace === "" ? source : `workspace ${workspace} of ${source}`;
}

async function swapIn(
  place: SkillsPlace,
  skill: DeployedSkill,
  files: readonly NewFile[],
): Promise<void> {
  const own = join(place.skillsFolder, OWN);
  const staged = `staged-${process.pid}-${randomBytes(6).toString("hex")}`;
  await mkdir(own, { recursive: true, mode: 0o700 });
  try {
    await writeFiles(join(own, staged), files);
    notePendingSkill(place.state, { ...skill, staged });
    // The transaction is the lock: no other process swaps meanwhile.
    place.state.write(() => {
      moveIntoPlace(place.skillsFolder, skill.name, staged);
      keepPreviousSkill(place.state, skill.name);
      putDeployedSkill(place.state, skill, staged);
    });
  } catch (error) {
    healSkillsFolder(place, staged);
    await rm(join(own, staged), { recursive: true, force: true });
    throw error;
  }
}

/** Every file and folder is new, and on the disk when this resolves. */
async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const folders = new Set([folder]);
  await mkdir(folder, { mode: 0o755 });
  for (let at = 0; at < files.length; at += TOGETHER) {
    const written = files
      .slice(at, at + TOGETHER)
      .map(async (file) => writeFile(join(folder, file.path), file));
    // All of them, so that nothing is being written any more when one has failed.
    const failed = (await Promise.allSettled(written)).find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
  for (const { path } of files) {
    for (let at = dirname(join(folder, path)); at !== folder; at = dirname(at)) folders.add(at);
  }
  for (const name of folders) syncFolder(name);
}

async function writeFile(target: string, { mode, bytes }: NewFile): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(target, flags, mode === "100755" ? 0o755 : 0o644);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function moveIntoPlace(skillsFolder: string, name: string, staged: string): void {
  const own = join(skillsFolder, OWN);
  const target = join(skillsFolder, name);
  const previous = previousPlace(skillsFolder, name);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    rmSync(previous, { recursive: true, force: true });
    renameSync(target, previous);
  }
  renameSync(join(own, staged), target);
  syncFolder(own);
  syncFolder(skillsFolder);
}

function previousPlace(skillsFolder: string, name: string): string {
  return join(skillsFolder, OWN, `previous-${name}`);
}

/** Finishes or clears away what a process that was killed left, and what is `given` up by this one. */
export function healSkillsFolder({ state, skillsFolder }: SkillsPlace, given?: string): void {
  const own = join(skillsFolder, OWN);
  for (const { staged, ...skill } of listPendingSkills(state)) {
    if (staged !== given && existsSync(join(own, staged)) && makerLives(staged)) continue;
    state.write(() => {
      const target = join(skillsFolder, skill.name);
      const stands = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
      const isStaged = existsSync(join(own, staged));
      if (isStaged && stands) return forgetPendingSkill(state, staged);
      // It was killed between its two renames, or after them.
      if (isStaged) renameSync(join(own, staged), target);
      if (!isStaged && !stands) return forgetPendingSkill(state, staged);
      keepPreviousSkill(state, skill.name);
      putDeployedSkill(state, skill, staged);
    });
  }
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    if (name.startsWith("staged-") && !makerLives(name))
      rmSync(join(own, name), { recursive: true });
  }
}

/**
 * Takes a skill away; it is kept until the next one of its name goes.
 *
 * @throws CmsError `not_found`; `conflict` when it was edited here, or is not ours
 */
export async function removeSkill(
  place: SkillsPlace,
  name: string,
  { overEdits = false }: Pick<DeployOptions, "overEdits"> = {},
): Promise<void> {
  const { condition } = await conditionOf(place, name);
  if (condition === "absent")
    throw new CmsError("not_found", `The skill ${name} is not on this worker.`);
  if (!overEdits && condition !== "unchanged") {
    throw new CmsError(
      "conflict",
      `${name} ${condition === "edited" ? "has local edits" : "was not fetched from HQ"}. Use --force to remove it.`,
    );
  }
  await mkdir(join(place.skillsFolder, OWN), { recursive: true, mode: 0o700 });
  place.state.write(() => {
    const previous = previousPlace(place.skillsFolder, name);
    rmSync(previous, { recursive: true, force: true });
    renameSync(join(place.skillsFolder, name), previous);
    keepPreviousSkill(place.state, name);
    forgetDeployedSkill(place.state, name);
  });
  syncFolder(place.skillsFolder);
}

/**
 * Puts the previous skill of a name, which another one replaced or which was removed, back in its place. What stands
 * there now is then the previous one, so that a second time undoes the first.
 *
 * @throws CmsError `not_found`
 */
export async function restoreSkill(place: SkillsPlace, name: string): Promise<void> {
  const { state, skillsFolder } = place;
  healSkillsFolder(place);
  const folder = previousPlace(skillsFolder, parseSkillName(name));
  if (!existsSync(folder)) {
    throw new CmsError("not_found", `No earlier version of ${name} is stored on this worker.`);
  }
  const files = await readSkillFolder(folder);
  const known = findPreviousSkill(state, name);
  const unknown = { source: "", workspace: "", version: null, commit: "", deployedAt: "" };
  await swapIn(place, known ?? { ...unknown, name, tree: treeIdOf(files) }, files);
  if (known === undefined) state.write(() => forgetDeployedSkill(state, name));
}
