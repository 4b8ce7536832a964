export { NEED_NAMES, ownNeeds } from "../skills/read-requires.ts";
export {
  editSkillText,
  newSkillText,
  putSkillBody,
  type SkillEdit,
  takeSkillText,
} from "../skills/skill-text.ts";
