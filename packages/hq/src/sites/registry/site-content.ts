import { join } from "node:path";
import { type ContentIndex, openContentIndex } from "@loam/cms-core/find";
import type { GitRepository } from "@loam/cms-core/git";
import { finishDeletions } from "@loam/cms-core/publish";
import { type Actor, openSiteStoreOn, type SiteStore } from "@loam/cms-core/site";
import type { User } from "../../people/identity/users/users.ts";
import type { Hq } from "../../platform/hq.ts";

/** The working content of a site: what people write, and the lists and searches over it. */
export interface SiteContent {
  readonly store: SiteStore;
  readonly index: ContentIndex;
}

/** Where this process has its content index of a site; it can be deleted and is made again. */
function indexFile({ paths }: Pick<Hq, "paths">, siteId: string): string {
  return join(paths.node, `${siteId}.index.db`);
}

interface OpenSiteContent {
  readonly siteId: string;
  readonly repository: GitRepository;
  /** Open already: its file is opened once in a process. */
  readonly index?: ContentIndex;
}

/** Opens the working content of a site. Its repository stays the caller's to close. */
export async function openSiteContent(
  hq: Pick<Hq, "paths" | "now">,
  { siteId, repository, index: opened }: OpenSiteContent,
): Promise<SiteContent> {
  const store = await openSiteStoreOn(repository, { now: hq.now, siteId });
  await finishDeletions(store);
  // Of a push that was in before a kill.
  await store.completePushed({ actor: siteActor(undefined) });
  if (opened !== undefined) {
    await opened.follow();
    return { store, index: opened };
  }
  const index = await openContentIndex(repository, { path: indexFile(hq, siteId) });
  return { store, index };
}

/** Brings what is in memory and in the index up to date with both branches. */
export async function followSiteContent({ store, index }: SiteContent): Promise<void> {
  await Promise.all([store.refresh(), index.follow()]);
}

/** The author of a commit: the user, or HQ itself where there is none yet. */
export function siteActor(user: Pick<User, "name" | "email"> | undefined): Actor {
  return user === undefined
    ? { name: "Loam HQ", email: "hq@loam.invalid" }
    : { name: user.name, email: user.email };
}
