import { CmsError } from "@loam/cms-core";
import type { QueryEntry } from "@loam/cms-core/query";
import { PREVIEW_PREFIX, type Preview } from "../../people/access/preview-token.ts";
import type { ReadableSite } from "./answer-read.ts";

/** Who may see what is not published. */
export interface DraftAccess {
  isDraftKey(siteId: string, text: string): Promise<boolean>;
  /** What a preview token lets see, or `undefined` for text that is no valid token. */
  previewed(siteId: string, text: string): Promise<Preview | undefined>;
  /**
   * The working content of a site, or what stands on a branch; `undefined` where the branch is gone.
   *
   * @throws CmsError `unavailable`
   */
  draftSite(siteId: string, branch?: string): Promise<ReadableSite | undefined>;
  liveSite(siteId: string): ReadableSite;
}

/** What a key lets see: everything, one entry, or what stands on a branch. */
export type DraftRight = { readonly all: true } | Preview;

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
  if (key.startsWith(PREVIEW_PREFIX)) {
    const previewed = await access.previewed(siteId, key);
    if (previewed !== undefined) return previewed;
  } else if (await access.isDraftKey(siteId, key)) return { all: true };
  throw invalidDraftKey();
}

interface DraftRequest {
  readonly right: DraftRight;
  /** Absent for the index. */
  readonly apiId?: string;
  readonly idOrSlug?: string;
  /** What `at` says. */
  readonly at: string | undefined;
}

/**
 * What is seen with a draft key: the working content, or with a preview token one entry of it among
 * what is published, or a branch.
 *
 * @throws CmsError `invalid_draft_key` for a token of another entry than is asked for, or of a branch that is gone; `snapshot_gone` where `at`
 * names any commit but the current one
 */
export async function readDraftSite(
  access: DraftAccess,
  siteId: string,
  { right, at, ...asked }: DraftRequest,
): Promise<ReadableSite> {
  const entryId = "entryId" in right ? right.entryId : undefined;
  const drafts = await access.draftSite(siteId, "branch" in right ? right.branch : undefined);
  if (drafts === undefined) throw invalidDraftKey();
  // The token of one entry opens no other, and the index says nothing of entries.
  if (entryId !== undefined && asked.apiId === undefined) return access.liveSite(siteId);
  if (entryId !== undefined && draftAsked(drafts, asked)?.id !== entryId) throw invalidDraftKey();
  if (at !== undefined && at !== drafts.commit) {
    throw new CmsError("snapshot_gone", "Drafts can only be read at their newest commit.", {
      details: { param: "at" },
    });
  }
  return entryId === undefined ? drafts : amongPublished(drafts, access.liveSite(siteId), entryId);
}

function invalidDraftKey(): CmsError {
  return new CmsError(
    "invalid_draft_key",
    "This draftKey does not give access to the requested content.",
    {
      details: { param: "draftKey" },
    },
  );
}

/** The one entry that is asked for; undefined for a list. */
function draftAsked(
  { types, tables }: ReadableSite,
  { apiId, idOrSlug }: Pick<DraftRequest, "apiId" | "idOrSlug">,
): QueryEntry | undefined {
  if (apiId === undefined) return undefined;
  if (idOrSlug !== undefined) return tables.find(apiId, idOrSlug.normalize("NFC"));
  const type = types.get(apiId);
  return type?.kind === "object" ? type.entries[0] : undefined;
}

/** A token opens one entry: whatever that one refers to is shown as it is published. */
function amongPublished(drafts: ReadableSite, live: ReadableSite, entryId: string): ReadableSite {
  const entry = (id: string): QueryEntry | undefined =>
    (id === entryId ? drafts : live).tables.entry(id);
  return { ...drafts, tables: { ...drafts.tables, entry } };
}
