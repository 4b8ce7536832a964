import { publishSettings } from "@loam/cms-core/publish";
import type { Actor, SiteStore } from "@loam/cms-core/store";
import { isPublishing } from "../../people/workspaces/sites.ts";
import type { Hq } from "../../platform/hq.ts";

/**
 * Brings a site's name and its list of content types to the live site, where it publishes.
 *
 * @returns where `published` then stands; undefined where the site does not publish
 */
export async function bringSettingsLive(
  { database, now }: Pick<Hq, "database" | "now">,
  store: SiteStore,
  actor: Actor,
): Promise<string | undefined> {
  if (!(await isPublishing(database, store.site().id))) return undefined;
  return publishSettings(store, { actor, now });
}
