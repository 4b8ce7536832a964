export {
  makeFieldApiId,
  makeFieldId,
  makeTypeApiId,
  parseFieldApiId,
  parseTypeApiId,
  SYSTEM_KEYS,
  type SystemKey,
} from "./base/api-ids.ts";
export {
  asciiWords,
  authorText,
  characterCount,
  decodePercent,
  parseJson,
  parseNumber,
  parseWholeNumber,
} from "./base/text.ts";
export { countOf, sizeOf } from "./base/quantity.ts";
export {
  CmsError,
  type CmsErrorOptions,
  ERROR_CODES,
  type ErrorCode,
  ifFound,
  isCmsError,
  type Issue,
} from "./base/errors.ts";
export { type IdKind, isEntryId, isMediaId, isSiteId, newId, newRowId } from "./base/ids.ts";
export { isoInstant, parseCalendarDate, parseInstant } from "./base/instant.ts";
export { FOLDER_SIGN, foldSlug, slugProblem } from "./base/slug.ts";
export { slugify } from "./base/slugify.ts";
export { parseVideoAddress, type VideoAddress } from "./base/video-address.ts";
export {
  bodyField,
  type ContentType,
  type ContentTypeKind,
  type Field,
  FIELD_TYPES,
  type FieldType,
  type MediaField,
  type NumberField,
  type PlainField,
  type ReferenceField,
  type RepeatField,
  type RowField,
  type SchemaVersion,
  type SelectField,
  type SelectOption,
  type TextField,
} from "./model/content-type.ts";
export type {
  Entry,
  EntryValues,
  FieldValue,
  LedgerRecord,
  MediaValue,
  ReferenceValue,
  Row,
  RowFieldValue,
  SingleValue,
} from "./model/entry.ts";
export { LIMITS } from "./model/limits.ts";
export type { MediaRecord, MediaVariant } from "./model/media.ts";
export {
  SITE_EVENTS,
  type SiteConfig,
  type SiteEventName,
  SVG_RULES,
  type SvgRule,
} from "./model/site.ts";
