export { makeFieldApiId, makeTypeApiId, parseFieldApiId, parseTypeApiId } from "../base/api-ids.ts";
export { withDay } from "../base/route-day.ts";
export { asciiWords, characterCount, withoutControls } from "../base/text.ts";
export { isWorkDir, PORTS, SERVER_NAME } from "../advice/project-manifest.ts";
export { isCmsError } from "../base/errors.ts";
export { parseVideoAddress, type VideoAddress } from "../base/video-address.ts";
export type { TextChange } from "../history/compare-text.ts";
export type { MergeConflict } from "../merge/sequence/conflict.ts";
export { longestRising } from "../merge/sequence/longest-rising.ts";
export { type MergedLines, type MergeLines, mergeLines } from "../merge/sequence/merge-lines.ts";
export { mergeTypes } from "../merge/site/merge-types.ts";
export {
  type ContentType,
  type Field,
  FIELD_TYPES,
  type FieldType,
} from "../model/content-type.ts";
export { LIMITS } from "../model/limits.ts";
export { diffTypes, type SchemaChange, type SchemaChangeKind } from "../schema/diff-types.ts";
export { templateNames } from "../template/expand-template.ts";
export { isReservedSecretName, isSecretName } from "../template/secret-names.ts";
export { compareWords } from "./compare-words.ts";
