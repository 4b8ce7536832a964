import { CmsError } from "@loam/cms-core";
import { findDeleted } from "@loam/cms-core/history";
import { PUBLISHED_REF } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/store";

/**
 * The id of an entry that a person names by its id or `<type>/<slug>`, also of one that was deleted.
 *
 * @throws CmsError `content_not_found`
 */
export async function findEntryId(store: SiteStore, name: string): Promise<string> {
  const at = name.indexOf("/");
  if (at === -1) return name;
  const [type, slug] = [name.slice(0, at), name.slice(at + 1)];
  const id = store.findEntry(type, slug)?.id ?? (await findDeleted(store, type, slug));
  if (id !== undefined) return id;
  const message = `There is no entry ${name}, and none was deleted that is known by this slug; use an id.`;
  throw new CmsError("content_not_found", message);
}

/**
 * The commit that a person names by the beginning of its id, of what led to the working content or to what
 * is live.
 *
 * @throws CmsError `not_found`
 */
export async function findCommit(
  { repository, head }: SiteStore,
  name: string,
  { live = false }: { readonly live?: boolean } = {},
): Promise<string> {
  const published = await repository.resolveRef(PUBLISHED_REF);
  for (const tip of live ? [published] : [head(), published]) {
    const found = tip === undefined ? undefined : await repository.findCommit(name, tip);
    if (found !== undefined) return found;
  }
  const where = live ? "log of the site" : "history of the entry";
  const message = `No commit of this site is called ${name}; the ${where} lists them. 7 digits are enough.`;
  throw new CmsError("not_found", message);
}
