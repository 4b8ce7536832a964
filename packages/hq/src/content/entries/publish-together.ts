import { CmsError, type Issue } from "@loam/cms-core";
import type { MediaStorage } from "@loam/cms-core/media";
import {
  type EntryToPublish,
  type PublishDates,
  type PublishedEntries,
  publishEntries,
} from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/site";

interface PublishTogether {
  readonly entries: readonly EntryToPublish[];
  readonly actor: Actor;
  readonly dates?: PublishDates | undefined;
  /** As in `publishEntries`. */
  readonly batch?: boolean;
  readonly media: Pick<MediaStorage, "has">;
  readonly now: () => Date;
}

/**
 * Publishes entries in one commit, all or none.
 *
 * @throws CmsError `content_not_found`; `publish_refused` with all problems: for several entries as
 * `<type>/<slug>: <field>`, and by entry id in `details.entries`
 */
export async function publishTogether(
  store: SiteStore,
  { entries, actor, dates, batch = false, media, now }: PublishTogether,
): Promise<PublishedEntries> {
  const ids = entries.map(({ id }) => id);
  const missing = ids.find((id) => store.entryById(id) === undefined);
  if (missing !== undefined) {
    throw new CmsError("content_not_found", `Entry not found: ${missing}.`);
  }
  try {
    return await publishEntries(store, { entries, actor, dates, batch, media, now });
  } catch (error) {
    throw error instanceof CmsError && error.code === "publish_refused"
      ? nameEntriesInError(error, store, ids)
      : error;
  }
}

/** Replaces file paths in an error with entry names. */
function nameEntriesInError(error: CmsError, store: SiteStore, ids: readonly string[]): CmsError {
  const refs = ids.flatMap((id) => store.entryById(id) ?? []);
  const known = new Map(refs.map((ref) => [ref.path, ref]));
  const entries: Record<string, { readonly path: string; readonly message: string }[]> = {};
  const issues = error.issues.map((issue): Issue => {
    const ref = known.get(issue.path ?? "");
    if (ref === undefined) return issue;
    const { field = "", message } = issue;
    (entries[ref.id] ??= []).push({ path: field, message });
    if (ids.length === 1) return field === "" ? { code: issue.code, message } : issue;
    const name = `${ref.type}/${ref.slug}`;
    return { ...issue, field: field === "" ? name : `${name}: ${field}` };
  });
  return new CmsError(error.code, error.message, { issues, details: { entries }, cause: error });
}
