export { checkSkill } from "./check-skill.ts";
export {
  checkSkillFiles,
  checkSkillTexts,
  checkSkillTokens,
  SKILL_LIMITS,
  type SkillFile,
} from "./check-skill-files.ts";
export { findTokens } from "./find-tokens.ts";
export { printPortableSkill } from "./portable-skill.ts";
export { isNameDerived, nameOf, type ReadSkillOptions, type Skill } from "./make-skill.ts";
export { readSkill } from "./read-skill.ts";
export type { SkillRequirements } from "./read-requires.ts";
