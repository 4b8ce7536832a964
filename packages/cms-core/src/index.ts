export {
  makeFieldApiId,
  makeFieldId,
  makeTypeApiId,
  parseFieldApiId,
  parseTypeApiId,
} from "./base/api-ids.ts";
export { characterCount } from "./base/characters.ts";
export { CmsError, ERROR_CODES, isCmsError } from "./base/errors.ts";
export { ifFound } from "./base/if-found.ts";
export type { CmsErrorOptions, ErrorCode, Issue } from "./base/errors.ts";
export { isEntryId, isMediaId, isSiteId, newId, newRowId } from "./base/ids.ts";
export type { IdKind } from "./base/ids.ts";
export { isoInstant, parseCalendarDate, parseInstant } from "./base/instant.ts";
export { parseNumber } from "./base/number-text.ts";
export { foldSlug, parseSlug, slugProblem } from "./base/slug.ts";
export { slugify } from "./base/slugify.ts";
export { parseVideoAddress } from "./base/video-address.ts";
export type { VideoAddress } from "./base/video-address.ts";
export { bodyField } from "./model/content-type.ts";
export type { ContentType, ContentTypeKind, SchemaVersion } from "./model/content-type.ts";
export { SYSTEM_KEYS, type SystemKey } from "./base/system-keys.ts";
export type {
  Entry,
  EntryValues,
  FieldValue,
  MediaValue,
  ReferenceValue,
  Row,
  RowFieldValue,
  SingleValue,
} from "./model/entry.ts";
export { FIELD_TYPES } from "./model/field.ts";
export type {
  Field,
  FieldType,
  MediaField,
  NumberField,
  PlainField,
  ReferenceField,
  RepeatField,
  RowField,
  SelectField,
  SelectOption,
  TextField,
} from "./model/field.ts";
export type { LedgerRecord } from "./model/ledger.ts";
export { LIMITS } from "./model/limits.ts";
export type { MediaRecord, MediaVariant } from "./model/media.ts";
export { SITE_EVENTS, type SiteEventName } from "./model/site-event-name.ts";
export { SVG_RULES, type SiteConfig, type SvgRule } from "./model/site.ts";
