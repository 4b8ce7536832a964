export { CmsError, ERROR_CODES, isCmsError } from "./base/errors.ts";
export type { CmsErrorOptions, ErrorCode, Issue } from "./base/errors.ts";
