import { join } from "node:path";
import { type CmsError, isCmsError, type Issue } from "@loam/cms-core";
import type { NewFile } from "../git/remote-copy.ts";
import { refuseSecrets } from "../secrets/find-secrets.ts";
import { hasSecrets, type Secrets } from "../secrets/secrets.ts";
import { checkFilesOfSkill, parseSkillName, readSkillFolder } from "./skill-files.ts";
import type { SkillsPlace } from "./skills-folder.ts";

/** Where skills are that may be pushed. */
export interface PushPlace extends SkillsPlace {
  /** Opened only where there are some: that needs the worker's key. */
  readonly secrets: () => Secrets;
}

/**
 * The files of a skill of this machine, if a push to HQ takes them.
 *
 * @throws CmsError `not_found`, `invalid`; `invalid_skill`; `unsafe_skill`, also for a secret or a token in them
 */
export async function checkForPush(
  { state, skillsFolder, secrets }: PushPlace,
  name: string,
): Promise<readonly NewFile[]> {
  const files = await readSkillFolder(join(skillsFolder, parseSkillName(name)));
  checkFilesOfSkill(name, files, "strict");
  refuseSecrets(hasSecrets(state) ? secrets() : undefined, files, name);
  return files;
}

/** Why a push would not take a skill; undefined where it would. @throws CmsError `not_found`, `invalid` for no skill of here */
export async function pushProblem(place: PushPlace, name: string): Promise<CmsError | undefined> {
  try {
    await checkForPush(place, name);
    return undefined;
  } catch (error) {
    if (!isCmsError(error) || error.code === "not_found" || error.code === "invalid") throw error;
    return error;
  }
}

/** What is wrong with a skill, each by itself. */
export function issuesOf({ code, message, issues }: CmsError, name: string): readonly Issue[] {
  return issues.length > 0 ? issues : [{ code, message, path: name }];
}
