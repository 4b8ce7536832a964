import { randomUUID } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import type { Hq } from "../../platform/hq.ts";
import type { SiteMoved } from "../registry/open-site.ts";
import type { SiteRegistry } from "../registry/site-registry.ts";
import { type Announcements, openAnnouncements } from "./announcements.ts";
import type { JobProgress, Position } from "./live-message.ts";
import { SiteChannel, type SiteListener } from "./site-channel.ts";

/** A long-running job whose progress is shown to users of the site. */
interface Job {
  /** Reports progress, at most four times a second. */
  step(done: number, total?: number): void;
  end(state: "done" | "failed"): void;
}

/** Live events of the sites of this process. Only computed for sites with listeners. */
export interface SiteEvents extends Pick<
  Announcements,
  "announce" | "updatePresence" | "onAnnounced"
> {
  /**
   * Sends a listener what it missed since `since`, then all new events of a site.
   *
   * @returns a function that unsubscribes
   * @throws CmsError `site_not_found`, `unavailable`
   */
  listen(
    siteId: string,
    since: Position | "lost" | undefined,
    listener: SiteListener,
  ): Promise<() => void>;
  /** Starts reporting a long-running job on a site. */
  startJob(siteId: string, kind: string): Job;
  /** Returns the number of listeners. */
  listening(): number;
  /** Ends all streams and rejects new listeners. */
  close(): void;
}

interface EventOptions {
  readonly sites: Pick<SiteRegistry, "content" | "live" | "onMoved" | "onRewritten" | "onStuck">;
  readonly log: Logger;
}

/** Creates the events. They follow every move of the sites' branches and the signals of other processes. */
export function createSiteEvents(
  hq: Pick<Hq, "database" | "config" | "now">,
  { sites, log }: EventOptions,
): SiteEvents {
  const channels = new Map<string, SiteChannel>();
  const announcements = openAnnouncements(hq, {
    onMessage: (siteId, message) => channels.get(siteId)?.send([message]),
    log,
  });
  let closed = false;
  let listening = 0;
  const forget = sites.onMoved((moved) => {
    const to = positionOf(moved);
    if (to !== undefined) channels.get(moved.siteId)?.advance(to);
  });

  const forgetStuck = sites.onStuck(({ siteId, stuck }) => {
    const event = stuck ? "publisher.stuck" : "publisher.recovered";
    channels.get(siteId)?.send([{ event, data: {} }]);
  });
  const forgetRewrites = sites.onRewritten(({ siteId, ...rewritten }) => {
    channels.get(siteId)?.send([{ event: "branch.rewritten", data: rewritten }]);
  });

  async function channelOf(siteId: string): Promise<SiteChannel> {
    const content = await sites.content(siteId);
    const open = channels.get(siteId);
    if (open !== undefined) return open;
    const at = positionOf({ main: content.store.head(), published: sites.live(siteId).commit });
    const channel = new SiteChannel(content, { at: at ?? { main: "" }, log });
    channels.set(siteId, channel);
    return channel;
  }

  return {
    async listen(siteId, since, listener) {
      const channel = await channelOf(siteId);
      if (closed) throw new CmsError("unavailable", "The server is stopping.");
      channel.join(listener, since);
      listening += 1;
      return () => {
        listening -= 1;
        channel.leave(listener);
        if (channel.isEmpty && channels.get(siteId) === channel) channels.delete(siteId);
      };
    },
    startJob: (siteId, kind) =>
      createJob(kind, (progress) => {
        channels.get(siteId)?.send([{ event: "job.progress", data: { ...progress } }]);
      }),
    ...announcements,
    listening: () => listening,
    close() {
      closed = true;
      announcements.close();
      forget();
      forgetStuck();
      forgetRewrites();
      for (const channel of channels.values()) channel.end();
      channels.clear();
    },
  };
}

function positionOf({
  main,
  published,
}: {
  readonly main?: SiteMoved["main"] | undefined;
  readonly published?: SiteMoved["published"] | undefined;
}): Position | undefined {
  if (main === undefined) return undefined;
  return { main, ...(published !== undefined && { published }) };
}

const STEP_MS = 250;

function createJob(kind: string, report: (progress: JobProgress) => void): Job {
  const job = randomUUID();
  let last = -Infinity;
  let reached: Pick<JobProgress, "done" | "total"> = { done: 0 };
  return {
    step(done, total) {
      reached = { done, ...(total !== undefined && { total }) };
      if (performance.now() - last < STEP_MS) return;
      last = performance.now();
      report({ job, kind, state: "running", ...reached });
    },
    end: (state) => report({ job, kind, state, ...reached }),
  };
}
