import { CmsError } from "@loam/cms-core";
import type { QueryEntry } from "@loam/cms-core/query";
import { PREVIEW_PREFIX, type Preview } from "../../people/access/preview-token.ts";
import type { ReadableSite } from "./answer-read.ts";

/** Determines who can read drafts. */
export interface DraftAccess {
  isDraftKey(siteId: string, text: string): Promise<boolean>;
  /** Returns the scope of a preview token, or `undefined` if the text isn't a valid token. */
  previewed(siteId: string, text: string): Promise<Preview | undefined>;
  /**
   * Returns the working content of a site or of a branch, or `undefined` if the branch was removed.
   *
   * @throws CmsError `unavailable`
   */
  draftSite(siteId: string, branch?: string): Promise<ReadableSite | undefined>;
  liveSite(siteId: string): ReadableSite;
}

/** The scope of a key: everything, one entry, or a branch. */
export type DraftRight = { readonly all: true } | Preview;

/**
 * Returns the scope of a `draftKey`, before any draft is read.
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
  /** The parameter `at`. */
  readonly at: string | undefined;
}

/**
 * Returns what a draft key gives access to: the working content; for a preview token, one draft among published
 * entries, or a branch.
 *
 * @throws CmsError `invalid_draft_key` for a token of another entry or of a removed branch; `snapshot_gone` if `at` is
 * not the current commit
 */
export async function readDraftSite(
  access: DraftAccess,
  siteId: string,
  { right, at, ...asked }: DraftRequest,
): Promise<ReadableSite> {
  const entryId = "entryId" in right ? right.entryId : undefined;
  const drafts = await access.draftSite(siteId, "branch" in right ? right.branch : undefined);
  if (drafts === undefined) throw invalidDraftKey();
  // A token for one entry gives access to no others, and the index contains no entries.
  if (entryId !== undefined && asked.apiId === undefined) return access.liveSite(siteId);
  if (entryId !== undefined && requestedDraft(drafts, asked)?.id !== entryId)
    throw invalidDraftKey();
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

/** Returns the requested draft entry, or undefined for a list. */
function requestedDraft(
  { types, tables }: ReadableSite,
  { apiId, idOrSlug }: Pick<DraftRequest, "apiId" | "idOrSlug">,
): QueryEntry | undefined {
  if (apiId === undefined) return undefined;
  if (idOrSlug !== undefined) return tables.find(apiId, idOrSlug.normalize("NFC"));
  const type = types.get(apiId);
  return type?.kind === "object" ? type.entries[0] : undefined;
}

/** A token gives access to one entry. Entries that it references are shown in their published version. */
function amongPublished(drafts: ReadableSite, live: ReadableSite, entryId: string): ReadableSite {
  const entry = (id: string): QueryEntry | undefined =>
    (id === entryId ? drafts : live).tables.entry(id);
  return { ...drafts, tables: { ...drafts.tables, entry } };
}
