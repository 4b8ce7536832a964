import type { Logger } from "pino";
import type { OpenSite, SiteMoved, SiteRewritten } from "./open-site.ts";
import type { SiteContent } from "./site-content.ts";

/** Notifies listeners which branches of sites have moved, and which were rewritten outside HQ. */
export interface MoveReports {
  /** Reports what happened to an updated site since its last report. */
  report(siteId: string, site: OpenSite, content: SiteContent | undefined): void;
  /** @returns a function that unsubscribes */
  onMoved(listener: (moved: SiteMoved) => void): () => void;
  /** @returns a function that unsubscribes */
  onRewritten(listener: (rewritten: SiteRewritten) => void): () => void;
}

export function createMoveReports(log: Logger): MoveReports {
  const movedListeners = new Set<(moved: SiteMoved) => void>();
  const rewrittenListeners = new Set<(rewritten: SiteRewritten) => void>();

  function reportRewrites(siteId: string, { repository }: OpenSite): void {
    for (const { ref, ...rewrite } of repository.guard.takeRewrites()) {
      const branch = ref.replace("refs/heads/", "");
      log.warn({ siteId, branch, ...rewrite }, "a branch was rewritten outside HQ");
      for (const listener of rewrittenListeners) listener({ siteId, branch, ...rewrite });
    }
  }

  return {
    report(siteId, site, content) {
      reportRewrites(siteId, site);
      const live = site.snapshots.now(site.publisher.live());
      const moved: SiteMoved = {
        siteId,
        ...(content !== undefined && { main: content.store.head() }),
        ...(live.commit !== undefined && { published: live.commit }),
      };
      const { reported } = site;
      site.reported = moved;
      if (reported?.main === moved.main && reported?.published === moved.published) return;
      for (const listener of movedListeners) listener(moved);
    },
    onMoved(listener) {
      movedListeners.add(listener);
      return () => movedListeners.delete(listener);
    },
    onRewritten(listener) {
      rewrittenListeners.add(listener);
      return () => rewrittenListeners.delete(listener);
    },
  };
}
