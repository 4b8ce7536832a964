import { randomBytes } from "node:crypto";
import { constants, existsSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { CmsError, isCmsError } from "@loam/cms-core";
import { syncFolder } from "@loam/cms-core/program";
import type { NewFile } from "../git/remote-copy.ts";
import { isCreatorAlive } from "../git/scratch.ts";
import type { WorkerState } from "../state/open-state.ts";
import {
  findDeployedSkill,
  findPreviousSkill,
  deleteDeployedSkill,
  deletePendingSkill,
  putPreviousSkill,
  listPendingSkills,
  putPendingSkill,
  putDeployedSkill,
  type DeployedSkill,
} from "./deployed-skills.ts";
import { checkFilesOfSkill, parseSkillName, readSkillFolder } from "./skill-files.ts";
import { treeIdOf } from "./tree-id.ts";

/** Location of skills, and their records. */
export interface SkillsPlace {
  readonly state: WorkerState;
  /** The coding agent's folder: `~/.<agent>/skills`. */
  readonly skillsFolder: string;
}

/** State of a skill's folder. `foreign`: not deployed by the worker. */
export type SkillCondition = "absent" | "unchanged" | "edited" | "foreign";

interface FoundSkill {
  readonly condition: SkillCondition;
  readonly deployed?: DeployedSkill;
}

/** A complete skill, ready to be deployed. */
export interface NewSkill extends Omit<DeployedSkill, "tree" | "deployedAt"> {
  readonly files: readonly NewFile[];
}

export interface DeployOptions {
  /** Whether to replace a folder that was edited here or isn't the worker's. @default false */
  readonly overEdits?: boolean;
  /** Whether to replace a skill of this name from another source: the later one wins. @default false */
  readonly overOthers?: boolean;
}

/**
 * The worker's folder in the skills folder, because a rename must stay on the file system. Hidden, because agents read
 * all other folders.
 */
const OWN = ".loam";
/** Number of files synced in parallel: in sequence, each would wait for the disk. */
const TOGETHER = 16;

/** Returns the content of a skill's folder, and what was deployed there. */
export async function conditionOf(place: SkillsPlace, name: string): Promise<FoundSkill> {
  for (;;) {
    const deployed = findDeployedSkill(place.state, name);
    const found = await judgeFolder(place, name, deployed).catch((error: unknown) => ({ error }));
    // If another skill replaced it in the meantime, it isn't an edit: the read files may come from both.
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
 * Deploys a skill atomically: the previous one stays or is replaced completely, whenever the machine stops, and is kept
 * for `restoreSkill`.
 *
 * @throws CmsError `unsafe_skill`, `invalid_skill`; `conflict` for local edits and for another owner's skill of that
 * name
 */
export async function deploySkill(
  place: SkillsPlace,
  skill: NewSkill,
  options: DeployOptions = {},
): Promise<DeployedSkill> {
  const { files, ...origin } = skill;
  // HQ has checked the format strictly; here only what could be harmful is checked again.
  checkFilesOfSkill(parseSkillName(skill.name), files, "tolerant");
  recoverSkillsFolder(place);
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
  const currentTree = await readSkillFolder(join(skillsFolder, name)).then(
    treeIdOf,
    () => undefined,
  );
  if (currentTree === tree) return;
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
    putPendingSkill(place.state, { ...skill, staged });
    // The transaction is the lock: no other process swaps folders during it.
    place.state.write(() => {
      moveIntoPlace(place.skillsFolder, skill.name, staged);
      putPreviousSkill(place.state, skill.name);
      putDeployedSkill(place.state, skill, staged);
    });
  } catch (error) {
    recoverSkillsFolder(place, staged);
    await rm(join(own, staged), { recursive: true, force: true });
    throw error;
  }
}

/** Writes only new files and folders, which are on the disk once this resolves. */
async function writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  const folders = new Set([folder]);
  await mkdir(folder, { mode: 0o755 });
  for (let at = 0; at < files.length; at += TOGETHER) {
    const written = files
      .slice(at, at + TOGETHER)
      .map(async (file) => writeFile(join(folder, file.path), file));
    // Waits for all, so that no write continues after one has failed.
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

/** Completes or removes what a killed process left, and what this one gave up (`given`). */
export function recoverSkillsFolder({ state, skillsFolder }: SkillsPlace, given?: string): void {
  const own = join(skillsFolder, OWN);
  for (const { staged, ...skill } of listPendingSkills(state)) {
    if (staged !== given && existsSync(join(own, staged)) && isCreatorAlive(staged)) continue;
    state.write(() => {
      const target = join(skillsFolder, skill.name);
      const targetExists = lstatSync(target, { throwIfNoEntry: false }) !== undefined;
      const isStaged = existsSync(join(own, staged));
      if (isStaged && targetExists) return deletePendingSkill(state, staged);
      // It was killed between its two renames, or after them.
      if (isStaged) renameSync(join(own, staged), target);
      if (!isStaged && !targetExists) return deletePendingSkill(state, staged);
      putPreviousSkill(state, skill.name);
      putDeployedSkill(state, skill, staged);
    });
  }
  for (const name of existsSync(own) ? readdirSync(own) : []) {
    if (name.startsWith("staged-") && !isCreatorAlive(name))
      rmSync(join(own, name), { recursive: true });
  }
}

/**
 * Removes a skill; it is kept until the next one of its name is removed.
 *
 * @throws CmsError `not_found`; `conflict` if it was edited here, or isn't the worker's
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
    putPreviousSkill(place.state, name);
    deleteDeployedSkill(place.state, name);
  });
  syncFolder(place.skillsFolder);
}

/**
 * Restores the previous skill of a name, which was replaced or removed. The current one becomes the previous one, so
 * that a second call undoes the first.
 *
 * @throws CmsError `not_found`
 */
export async function restoreSkill(place: SkillsPlace, name: string): Promise<void> {
  const { state, skillsFolder } = place;
  recoverSkillsFolder(place);
  const folder = previousPlace(skillsFolder, parseSkillName(name));
  if (!existsSync(folder)) {
    throw new CmsError("not_found", `No earlier version of ${name} is stored on this worker.`);
  }
  const files = await readSkillFolder(folder);
  const known = findPreviousSkill(state, name);
  const unknown = { source: "", workspace: "", version: null, commit: "", deployedAt: "" };
  await swapIn(place, known ?? { ...unknown, name, tree: treeIdOf(files) }, files);
  if (known === undefined) state.write(() => deleteDeployedSkill(state, name));
}
