import { CmsError } from "@loam/cms-core";
import {
  answerEntry,
  answerList,
  parseEntryQuery,
  parseListQuery,
  type QueryParameters,
  type QueryAnswer,
  type QueryEntry,
  type QueryField,
  type QuerySchema,
  type QuerySite,
} from "@loam/cms-core/query";

/** A content type of the live site. */
export interface ReadableType {
  readonly kind: "list" | "object";
  readonly fields: readonly QueryField[];
  /** In default order. */
  readonly entries: readonly QueryEntry[];
}

/** A site as seen by the read API: its published content at one commit. */
export interface ReadableSite {
  /** Absent before the first publish. */
  readonly commit: string | undefined;
  readonly types: ReadonlyMap<string, ReadableType>;
  readonly tables: QuerySite & Pick<QuerySchema, "fieldsOf">;
  /** The content types in the format of the published `api/index.json`. Undefined before the first publish. */
  readonly index: () => Promise<string | undefined>;
  /** The parts that could not be read. @default none */
  readonly damage?: { readonly incomplete: boolean };
  /** Present for drafts: replaces media URLs in a response with URLs that give access. */
  readonly openMedia?: (json: string) => Promise<string>;
}

export interface ReadRequest {
  readonly apiId: string;
  /** Absent on the path of a list or an object. */
  readonly idOrSlug?: string | undefined;
  readonly parameters: QueryParameters;
}

/**
 * Returns a response of the read API (contracts, section 4).
 *
 * @throws CmsError `content_type_not_found`, `content_not_found`, `repository_broken`, and errors of the parameter
 * parsers.
 */
export function answerRead(
  { types, tables, damage }: ReadableSite,
  { apiId, idOrSlug, parameters }: ReadRequest,
): QueryAnswer {
  const type = types.get(apiId);
  if (type === undefined) {
    if (damage?.incomplete === true) throw damagedError();
    throw new CmsError("content_type_not_found", `There is no published content type ${apiId}.`);
  }
  const table = idOrSlug === undefined && type.kind === "list" ? tables.table(apiId) : undefined;
  if (table !== undefined) {
    const schema = { fields: type.fields, fieldsOf: tables.fieldsOf };
    return answerList(table, { query: parseListQuery(parameters, schema), site: tables });
  }
  const entryQuery = parseEntryQuery(parameters);
  const entry =
    idOrSlug === undefined ? type.entries[0] : tables.find(apiId, idOrSlug.normalize("NFC"));
  if (entry === undefined) {
    if (damage?.incomplete === true) throw damagedError();
    throw new CmsError("content_not_found", "Published entry not found.");
  }
  return answerEntry(entry, { query: entryQuery, site: tables });
}

/** Damaged entries must not look unpublished to clients that build a site. */
function damagedError(): CmsError {
  return new CmsError(
    "repository_broken",
    "Some published content cannot be read because the repository of the site is damaged.",
  );
}
