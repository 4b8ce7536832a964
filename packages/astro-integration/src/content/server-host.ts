import { setTimeout as delay } from "node:timers/promises";
import { resolveOptions } from "../options/find-options.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { parseOptions } from "../options/parse-options.ts";
import { previewToRead } from "../preview/preview-context.ts";
import { type ContentHost, contentHost, setContentHost } from "../store/content-host.ts";
import { entryLinks } from "../store/entry-links.ts";
import { loadSiteContent, type SiteContent } from "../store/site-content.ts";
import { previewHost } from "./preview-host.ts";

/** For how long a deployed server answers from what it has read, before it looks for more. */
const FRESH_MS = 5000;

/** For how long a visitor waits for what is newer, where what was read is there: an outage of HQ is none of the site. */
const WAIT_MS = 500;

/**
 * Where the content is: with the integration in a build and while developing, else read here; in a preview with its drafts.
 *
 * @param options - As they were when the server was built.
 */
export function findHost(options: unknown, warn: (text: string) => void): ContentHost {
  const host = contentHost() ?? ownHost(options, warn);
  const preview = previewToRead();
  if (preview === undefined) return host;
  const resolve = (): Promise<ResolvedOptions> =>
    resolveOptions(parseOptions(options, "The options of loam()"));
  return previewHost(preview, { host, resolve });
}

function ownHost(options: unknown, warn: (text: string) => void): ContentHost {
  const own = serverHost(options, warn);
  setContentHost(own);
  return own;
}

/**
 * The content in a server that was deployed, where the integration is not: read when a page first
 * asks, and again when it is some seconds old. While the source cannot be read, or is slow, what was read stays.
 */
function serverHost(options: unknown, warn: (text: string) => void): ContentHost {
  let current: Promise<SiteContent> | undefined;
  let readAt = 0;
  const resolve = (): Promise<ResolvedOptions> =>
    resolveOptions(parseOptions(options, "The options of loam()"));
  const load = async (previous: SiteContent | undefined): Promise<SiteContent> => {
    const resolved = await resolve();
    // Loaded where it is needed: a build finds the content with the integration, and knows git and all.
    const { openSource } = await import("../source/open-source.ts");
    // What was read stays in memory: a server keeps nothing on its disk, and looks again and again.
    return loadSiteContent(openSource(resolved), resolved, previous);
  };
  let isReading = false;
  const renew = async (held: Promise<SiteContent>): Promise<SiteContent> => {
    isReading = true;
    try {
      const previous = await held;
      const newer = await load(previous);
      if (newer !== previous) current = Promise.resolve(newer);
    } catch (error) {
      warn(`@loam/astro: ${String(error)}`);
    } finally {
      isReading = false;
      readAt = performance.now();
    }
    return current ?? held;
  };
  const content = (): Promise<SiteContent> => {
    if (!current) {
      readAt = performance.now();
      const first = load(undefined);
      first.catch(() => (current = undefined));
      return (current = first);
    }
    const held = current;
    if (isReading || performance.now() - readAt < FRESH_MS) return held;
    const late = delay(WAIT_MS, undefined, { ref: false }).then(() => held);
    return Promise.race([renew(held), late]);
  };
  return {
    content,
    async link() {
      const { routes } = await resolve();
      return routes ? entryLinks(await content(), routes) : (href) => href;
    },
    reads: () => undefined,
    readApart: (_, use) => use(),
  };
}
