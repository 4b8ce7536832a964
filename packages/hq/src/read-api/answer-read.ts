import { CmsError } from "@loam/cms-core";
import {
  parseEntryQuery,
  parseListQuery,
  parseQueryString,
  type PublishedEntry,
  type QueryField,
  renderEntryAnswer,
  renderListAnswer,
} from "@loam/cms-core/query";

/** A content type as the live site has it. */
export interface ReadableType {
  readonly kind: "list" | "object";
  readonly fields: readonly QueryField[];
  /** In default order. */
  readonly entries: readonly PublishedEntry[];
}

/** What the read API sees of a site: what is published, at one commit. */
export interface ReadableSite {
  /** Absent before anything was published. */
  readonly commit: string | undefined;
  readonly types: ReadonlyMap<string, ReadableType>;
  /** By id first, then by slug. */
  find(apiId: string, idOrSlug: string): PublishedEntry | undefined;
}

export interface ReadRequest {
  readonly apiId: string;
  /** Absent on the path of a list or an object. */
  readonly idOrSlug?: string | undefined;
  /** The query part of the address, without `?`. */
  readonly query: string;
}

/**
 * The compact JSON of an answer of the read API (contracts, section 4).
 *
 * @throws CmsError `content_type_not_found`, `content_not_found`, and what the parameters' parsers
 * throw.
 */
export function answerRead(site: ReadableSite, { apiId, idOrSlug, query }: ReadRequest): string {
  const type = site.types.get(apiId);
  if (type === undefined) {
    throw new CmsError("content_type_not_found", `There is no published content type ${apiId}.`);
  }
  const parameters = parseQueryString(query);
  if (idOrSlug === undefined && type.kind === "list") {
    return renderListAnswer(type.entries, parseListQuery(parameters, type.fields));
  }
  const entryQuery = parseEntryQuery(parameters);
  const entry =
    idOrSlug === undefined ? type.entries[0] : site.find(apiId, idOrSlug.normalize("NFC"));
  if (entry === undefined) {
    throw new CmsError("content_not_found", "There is no such published entry.");
  }
  return renderEntryAnswer(entry, entryQuery);
}
