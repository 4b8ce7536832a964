import type { Hq } from "../../platform/hq.ts";
import { countMedia, type OpenSite, readBranches } from "./open-site.ts";
import { followSiteContent, openSiteContent, type SiteContent } from "./site-content.ts";
import { notServed, type SiteTroubles } from "./site-troubles.ts";

interface WorkingContentDeps {
  readonly hq: Hq;
  readonly troubles: SiteTroubles;
}

/**
 * Returns the working content of an open site. Opens it on the first call, and again after it could not be read.
 *
 * @throws CmsError `unavailable`, `repository_broken`
 */
export async function openWorkingContent(
  { hq, troubles }: WorkingContentDeps,
  siteId: string,
  site: OpenSite,
): Promise<SiteContent> {
  if (site.content === undefined) {
    site.followed = await readBranches(site);
    const { repository, index } = site;
    const opening = { siteId, repository, ...(index && { index }) };
    site.content ??= openSiteContent(hq, opening).then(async (content) => {
      await countMedia(hq, siteId, { site, content });
      return content;
    });
  }
  try {
    const content = await site.content;
    site.index = content.index;
    noteRead(troubles, siteId, { site, content });
    return content;
  } catch (error) {
    noteUnread(troubles, siteId, { site, error });
    throw notServed(troubles.worst(siteId), error);
  }
}

/**
 * Updates the working content of a site to its branches, if it is open. The live site is served even while the working
 * content cannot be read.
 *
 * @returns undefined if it isn't open or cannot be read
 */
export async function followWorkingContent(
  { hq, troubles }: WorkingContentDeps,
  siteId: string,
  site: OpenSite,
): Promise<SiteContent | undefined> {
  if (site.content === undefined) return undefined;
  try {
    const content = await site.content;
    const branches = await readBranches(site);
    await followSiteContent(content);
    await countMedia(hq, siteId, { site, content });
    site.followed = branches;
    return content;
  } catch (error) {
    noteUnread(troubles, siteId, { site, error });
    return undefined;
  }
}

function noteRead(
  troubles: SiteTroubles,
  siteId: string,
  { site, content }: { readonly site: OpenSite; readonly content: SiteContent },
): void {
  if (site.unread !== undefined) {
    delete site.unread;
    troubles.clear(siteId, "unreadable");
  }
  troubles.noteDamage(siteId, site, content);
}

function noteUnread(
  troubles: SiteTroubles,
  siteId: string,
  { site, error }: { readonly site: OpenSite; readonly error: unknown },
): void {
  delete site.content;
  site.unread = error;
  troubles.note(siteId, "unreadable", error);
  troubles.noteDamage(siteId, site, undefined);
}
