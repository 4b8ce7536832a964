import { makeSkill, type ReadSkillOptions, type Skill } from "./make-skill.ts";
import { readMatter } from "./read-matter.ts";

/**
 * Parses a SKILL.md, including those written for other tools.
 *
 * @throws CmsError the errors of `readMatter`
 */
export function readSkill(bytes: Uint8Array, options: ReadSkillOptions = {}): Skill {
  return makeSkill(readMatter(bytes, options.path ?? "SKILL.md"), options);
}
