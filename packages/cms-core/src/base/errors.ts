/** All error codes of this library, with their HTTP status. */
export const ERROR_CODES = {
  invalid: 422,
  invalid_unicode: 422,
  invalid_slug: 422,
  invalid_api_id: 422,
  reserved_name: 422,
  invalid_path: 422,
  target_refused: 422,
  invalid_schema: 422,
  api_id_fixed: 422,
  invalid_entry: 422,
  invalid_media_record: 422,
  invalid_site: 422,
  invalid_skill: 422,
  unsafe_skill: 422,
  requirements_unmet: 422,
  frontmatter_language: 422,
  frontmatter_unclosed: 422,
  yaml_syntax: 422,
  yaml_alias: 422,
  yaml_tag: 422,
  yaml_depth: 422,
  yaml_duplicate_key: 422,
  toml_syntax: 422,
  invalid_map: 422,
  invalid_archive: 422,
  unreadable_image: 422,
  unsupported_media_type: 415,
  image_processing_failed: 500,
  upload_incomplete: 400,
  quota_exceeded: 403,
  feature_disabled: 403,
  passwords_disabled: 403,
  payment_method_required: 402,
  last_owner: 409,
  media_in_use: 409,
  media_known: 409,
  media_missing: 422,
  media_damaged: 503,
  publish_refused: 422,
  too_large: 413,
  slug_taken: 409,
  id_taken: 409,
  name_taken: 409,
  conflict: 409,
  scope_disabled: 409,
  assignment_refused: 409,
  idempotency_key_reused: 422,
  stale: 412,
  not_found: 404,
  content_type_not_found: 404,
  content_not_found: 404,
  invalid_request: 400,
  invalid_encoding: 400,
  invalid_cursor: 400,
  invalid_limit: 400,
  invalid_offset: 400,
  invalid_orders: 400,
  invalid_depth: 400,
  invalid_filters: 400,
  unknown_field: 400,
  invalid_q: 400,
  duplicate_parameter: 400,
  not_supported: 400,
  invalid_api_key: 401,
  invalid_draft_key: 401,
  invalid_signature: 401,
  not_signed_in: 401,
  invalid_credentials: 401,
  worker_revoked: 401,
  forbidden: 403,
  review_required: 403,
  skill_unreviewed: 403,
  reauthentication_required: 403,
  registration_refused: 403,
  site_not_found: 404,
  publishing_off: 404,
  method_not_allowed: 405,
  snapshot_gone: 410,
  request_timeout: 408,
  uri_too_long: 414,
  headers_too_large: 431,
  range_not_satisfiable: 416,
  weak_password: 422,
  rate_limited: 429,
  unavailable: 503,
  worker_offline: 503,
  secret_unreadable: 500,
  invalid_config: 500,
  data_dir_locked: 500,
  data_dir_unusable: 500,
  data_format_newer: 500,
  database_unavailable: 503,
  database_missing: 503,
  database_damaged: 503,
  port_in_use: 500,
  dangling_reference: 422,
  invalid_options: 500,
  unsupported_source: 501,
  upstream_unreachable: 502,
  upstream_denied: 502,
  upstream_host_changed: 502,
  upstream_rejected: 502,
  upstream_refused: 422,
  upstream_rewritten: 409,
  upstream_failed: 502,
  forge_failed: 502,
  source_unreachable: 502,
  source_invalid: 502,
  source_changing: 503,
  list_incomplete: 502,
  git_missing: 500,
  git_failed: 500,
  repository_broken: 503,
  repository_format_unknown: 500,
  storage_failed: 500,
  insufficient_storage: 507,
  run_failed: 500,
  files_differ: 500,
  aborted: 500,
  audit_broken: 500,
  internal: 500,
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

/** A problem and its location: a file, a line in it, a field. */
export interface Issue {
  readonly code: ErrorCode;
  readonly message: string;
  /** Path of the file in the repository or import folder. */
  readonly path?: string;
  /** Line in that file, starting at 1. */
  readonly line?: number;
  /** Dotted path of API ids, with row numbers from 0: `faq.2.question`. */
  readonly field?: string;
}

export interface CmsErrorOptions {
  readonly issues?: readonly Issue[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

/** The only error class of this library: a stable code, a message for people, and details of the location. */
export class CmsError extends Error {
  override readonly name = "CmsError";
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly details: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, message: string, options: CmsErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.issues = options.issues ?? [];
    this.details = options.details ?? {};
  }

  get status(): number {
    return ERROR_CODES[this.code];
  }
}

export function isCmsError(error: unknown): error is CmsError {
  return error instanceof CmsError;
}

/** Returns the result of `read`, or a fallback if it throws a `CmsError`, for example for an unreadable file. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch (error) {
    if (isCmsError(error)) return otherwise;
    throw error;
  }
}

/** Returns the result, or undefined if it doesn't exist (`not_found`), also if it was removed just now. */
export async function ifFound<T>(looking: Promise<T>): Promise<T | undefined> {
  try {
    return await looking;
  } catch (error) {
    if (isCmsError(error) && error.code === "not_found") return undefined;
    throw error;
  }
}

/** Returns the system's error code (`ENOENT`), or undefined for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
