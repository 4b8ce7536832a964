import { join } from "node:path";
import { type CmsError, isCmsError, type Issue } from "@loam/cms-core";
import type { NewFile } from "../git/remote-copy.ts";
import { refuseSecrets } from "../secrets/find-secrets.ts";
import { hasSecrets, type Secrets } from "../secrets/secrets.ts";
import { checkFilesOfSkill, parseSkillName, readSkillFolder } from "./skill-files.ts";
import type { SkillsPlace } from "./skills-folder.ts";

/** Location of skills that can be pushed. */
export interface PushPlace extends SkillsPlace {
  /** Opened only if there are secrets, because that needs the worker's key. */
  readonly secrets: () => Secrets;
}

/**
 * Returns the files of a skill of this machine if HQ would accept a push of them.
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

/**
 * Returns why a push would reject a skill; undefined if it wouldn't. @throws CmsError `not_found`, `invalid` if it
 * isn't a skill of this machine
 */
export async function pushProblem(place: PushPlace, name: string): Promise<CmsError | undefined> {
  try {
    await checkForPush(place, name);
    return undefined;
  } catch (error) {
    if (!isCmsError(error) || error.code === "not_found" || error.code === "invalid") throw error;
    return error;
  }
}

/** Returns the problems of a skill as separate issues. */
export function issuesOf({ code, message, issues }: CmsError, name: string): readonly Issue[] {
  return issues.length > 0 ? issues : [{ code, message, path: name }];
}
