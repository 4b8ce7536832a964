import { CmsError } from "@loam/cms-core";
import { collapseReferences, type QueryEntry } from "@loam/cms-core/query";
import { PREVIEW_PREFIX } from "../../people/access/preview-token.ts";
import type { ReadableSite } from "./answer-read.ts";

/** Who may see what is not published. */
export interface DraftAccess {
  isDraftKey(siteId: string, text: string): Promise<boolean>;
  /** The entry that a preview token lets see, or `undefined` for text that is no valid token. */
  previewedEntry(siteId: string, text: string): Promise<string | undefined>;
  /**
   * The working content of a site.
   *
   * @throws CmsError `unavailable`
   */
  draftSite(siteId: string): Promise<ReadableSite>;
  liveSite(siteId: string): ReadableSite;
}

/** What a key lets see: everything, or one entry. */
export interface DraftRight {
  readonly entryId: string | undefined;
}

/**
 * What text in `draftKey` lets see of a site, before any draft is read.
 *
 * @throws CmsError `invalid_draft_key`
 */
export async function openDrafts(
  access: DraftAccess,
  siteId: string,
  key: string,
): Promise<DraftRight> {
  const isToken = key.startsWith(PREVIEW_PREFIX);
  const entryId = isToken ? await access.previewedEntry(siteId, key) : undefined;
  const isAllowed = isToken ? entryId !== undefined : await access.isDraftKey(siteId, key);
  if (isAllowed) return { entryId };
  throw invalidDraftKey();
}

interface DraftRequest extends DraftRight {
  readonly apiId: string;
  readonly idOrSlug?: string;
  /** What `at` says. */
  readonly at: string | undefined;
}

/**
 * What is seen with a draft key: the working content, or with a preview token one entry of it among
 * what is published.
 *
 * @throws CmsError `invalid_draft_key` for a token of another entry than is asked for; `snapshot_gone` where `at`
 * names any commit but the current one
 */
export async function readDraftSite(
  access: DraftAccess,
  siteId: string,
  { entryId, at, ...asked }: DraftRequest,
): Promise<ReadableSite> {
  const drafts = await access.draftSite(siteId);
  if (entryId !== undefined && draftAsked(drafts, asked)?.id !== entryId) throw invalidDraftKey();
  if (at !== undefined && at !== drafts.commit) {
    throw new CmsError("snapshot_gone", "Drafts can be read at their newest commit only.", {
      details: { param: "at" },
    });
  }
  return entryId === undefined ? drafts : amongPublished(drafts, access.liveSite(siteId), entryId);
}

function invalidDraftKey(): CmsError {
  return new CmsError("invalid_draft_key", "draftKey does not open what is asked for.", {
    details: { param: "draftKey" },
  });
}

/** The one entry that is asked for; undefined for a list. */
function draftAsked(
  { types, tables }: ReadableSite,
  { apiId, idOrSlug }: Pick<DraftRequest, "apiId" | "idOrSlug">,
): QueryEntry | undefined {
  if (idOrSlug !== undefined) return tables.find(apiId, idOrSlug.normalize("NFC"));
  const type = types.get(apiId);
  return type?.kind === "object" ? type.entries[0] : undefined;
}

/** A token opens one entry: whatever that one refers to is shown as it is published. */
function amongPublished(drafts: ReadableSite, live: ReadableSite, entryId: string): ReadableSite {
  const entry = (id: string): QueryEntry | undefined => {
    if (id === entryId) return drafts.tables.entry(id);
    const found = live.tables.entry(id);
    if (found === undefined) return undefined;
    const { type, slug, json } = found;
    return { id, type, slug, json: collapseReferences(json) };
  };
  return { ...drafts, tables: { ...drafts.tables, entry } };
}
