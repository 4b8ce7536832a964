import { makeSkill, type ReadSkillOptions, type Skill } from "./make-skill.ts";
import { readMatter } from "./read-matter.ts";

/**
 * Reads a SKILL.md, also one that was written for another tool.
 *
 * @throws CmsError what `readMatter` throws
 */
export function readSkill(bytes: Uint8Array, options: ReadSkillOptions = {}): Skill {
  return makeSkill(readMatter(bytes, options.path ?? "SKILL.md"), options);
}
