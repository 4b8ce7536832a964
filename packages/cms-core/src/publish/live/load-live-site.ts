import { CmsError } from "../../base/errors.ts";
import type { PublishedDelta } from "../branch/published-delta.ts";
import { PUBLISHED_REF } from "../branch/published-paths.ts";
import { advanceLiveSite, type Advance } from "./advance-live-site.ts";
import { compareLiveSites } from "./compare-live-sites.ts";
import { emptyLiveSite, type LiveSite } from "./live-site.ts";
import { type KnownPublished, type PublishedReader, readPublishedDelta } from "./read-published.ts";
import { keepInLists } from "./rendered-entry.ts";

export interface LoadLiveSiteOptions {
  /** `{public_storage_url}/{site_id}`, without a slash at its end. */
  readonly publicUrl: string;
  /** @default where `published` stands */
  readonly commit?: string | undefined;
  /** What the caller has read of that commit: it is not read again. */
  readonly known?: KnownPublished | undefined;
}

/**
 * Renders everything that one commit of `published` makes live, from that commit alone. A repository in
 * which nothing was ever published gives a live site without types.
 *
 * @throws CmsError `repository_broken`, `invalid_entry`, …: what is wrong with a pinned file.
 */
export async function loadLiveSite(
  repository: PublishedReader,
  { publicUrl, commit, known }: LoadLiveSiteOptions,
): Promise<LiveSite> {
  const empty = emptyLiveSite(publicUrl);
  const at = commit ?? (await repository.resolveRef(PUBLISHED_REF));
  if (at === undefined) return empty;
  const delta = await readPublishedDelta(repository, empty, { to: at, known });
  if (delta === undefined) throw new CmsError("internal", "An empty site can always be followed.");
  return advanceAndKeep(empty, delta).live;
}

/**
 * The live site at another commit, and what differs. Usually only what changed is read and rendered.
 */
export async function advanceToCommit(
  repository: PublishedReader,
  live: LiveSite,
  commit: string,
): Promise<Advance> {
  const delta = await readPublishedDelta(repository, live, { to: commit });
  if (delta !== undefined) return advanceAndKeep(live, delta);
  const loaded = await loadLiveSite(repository, { publicUrl: live.publicUrl, commit });
  return { live: loaded, changes: compareLiveSites(live, loaded) };
}

function advanceAndKeep(before: LiveSite, delta: PublishedDelta): Advance {
  const advance = advanceLiveSite(before, delta);
  for (const [apiId, { body }] of advance.live.types) {
    keepInLists(body, before.types.get(apiId)?.body);
  }
  return advance;
}
