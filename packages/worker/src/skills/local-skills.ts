import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CmsError, isCmsError } from "@loam/cms-core";
import { readSkill, type Skill } from "@loam/cms-core/skills";
import { parseSkillName } from "./skill-files.ts";
import { conditionOf, type SkillCondition, type SkillsPlace } from "./skills-folder.ts";

/** A skill of this machine. */
export interface LocalSkill {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** Null: not from HQ, or from a repository without version numbers. */
  readonly version: number | null;
  readonly condition: SkillCondition;
  /** Why it cannot be read; others are unaffected. */
  readonly problem?: CmsError;
}

/** Lists the skills of this machine, by name. */
export async function listLocalSkills(place: SkillsPlace): Promise<readonly LocalSkill[]> {
  const skills: LocalSkill[] = [];
  for (const name of skillFolders(place.skillsFolder)) {
    const { condition, deployed } = await conditionOf(place, name);
    const known = { name, version: deployed?.version ?? null, condition };
    try {
      const { displayName, description } = readLocalSkill(place.skillsFolder, name);
      skills.push({ ...known, displayName, description });
    } catch (error) {
      if (!isCmsError(error)) throw error;
      skills.push({ ...known, displayName: name, description: "", problem: error });
    }
  }
  return skills;
}

/** @throws CmsError `not_found`, `invalid_skill` if the file cannot be read, and what `readSkill` throws */
export function readLocalSkill(skillsFolder: string, name: string): Skill {
  const path = join(skillsFolder, parseSkillName(name), "SKILL.md");
  if (!existsSync(path)) {
    throw new CmsError("not_found", `The skill ${name} is not on this worker. Fetch it first.`);
  }
  return readSkill(readMain(path), { path: `${name}/SKILL.md`, folder: name });
}

function readMain(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new CmsError("invalid_skill", `${path} cannot be read: ${reason}`, { cause });
  }
}

/** Names of the skills of this machine, whether or not they can be read. */
export function skillFolders(skillsFolder: string): readonly string[] {
  const entries = existsSync(skillsFolder) ? readdirSync(skillsFolder) : [];
  const isSkill = (name: string): boolean =>
    /^[a-z0-9][a-z0-9-]{0,63}$/.test(name) && existsSync(join(skillsFolder, name, "SKILL.md"));
  return entries.filter(isSkill).toSorted();
}
