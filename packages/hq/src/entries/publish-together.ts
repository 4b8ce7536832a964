import { CmsError, type Issue } from "@loam/cms-core";
import type { MediaStorage } from "@loam/cms-core/media";
import { type Published, publishEntries } from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/store";

export interface PublishTogether {
  readonly ids: readonly string[];
  readonly actor: Actor;
  readonly media: MediaStorage;
  readonly now: () => Date;
}

/**
 * Publishes entries in one commit, all of them or none.
 *
 * @throws CmsError `content_not_found`; `publish_refused` with a path of type, slug and field for each
 * problem, and the problems by entry id
 */
export async function publishTogether(
  store: SiteStore,
  { ids, actor, media, now }: PublishTogether,
): Promise<Published> {
  const missing = ids.find((id) => store.entryById(id) === undefined);
  if (missing !== undefined) {
    throw new CmsError("content_not_found", `There is no entry ${missing}.`);
  }
  const entries = ids.map((id) => ({ id }));
  try {
    return await publishEntries(store, { entries, actor, media, now });
  } catch (error) {
    throw error instanceof CmsError && error.code === "publish_refused"
      ? byEntry(error, store)
      : error;
  }
}

function byEntry(error: CmsError, store: SiteStore): CmsError {
  const known = new Map(
    store.types().flatMap(({ type }) => store.entries(type.apiId).map((ref) => [ref.path, ref])),
  );
  const issues = error.issues.map((issue): Issue => {
    const ref = known.get(issue.path ?? "");
    if (ref === undefined) return issue;
    const place = `${ref.type}/${ref.slug}`;
    return { ...issue, field: issue.field === undefined ? place : `${place}: ${issue.field}` };
  });
  return new CmsError(error.code, error.message, { issues, details: error.details, cause: error });
}
