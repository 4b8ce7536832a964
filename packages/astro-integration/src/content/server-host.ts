import { setTimeout as delay } from "node:timers/promises";
import { resolveOptions } from "../options/find-options.ts";
import type { ResolvedOptions } from "../options/options.ts";
import { parseOptions } from "../options/parse-options.ts";
import { previewToRead } from "../preview/preview-context.ts";
import { type ContentHost, contentHost, setContentHost } from "../store/content-host.ts";
import { entryLinks } from "../store/entry-links.ts";
import { loadSiteContent, type SiteContent } from "../store/site-content.ts";
import { previewHost } from "./preview-host.ts";

/** How long a deployed server uses its content before it checks for newer content. */
const FRESH_MS = 5000;

/** How long a visitor waits for newer content, so that an outage of HQ doesn't affect the site. */
const WAIT_MS = 500;

/**
 * Finds the content host: the integration's in a build and during development, otherwise one of this process. In a
 * preview, it includes drafts.
 *
 * @param options options with which the server was built
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
 * Creates the content host of a deployed server, where the integration doesn't run. Reads the content on first use, and
 * again after a few seconds. If the source is unavailable or slow, the previous content is used.
 */
function serverHost(options: unknown, warn: (text: string) => void): ContentHost {
  let current: Promise<SiteContent> | undefined;
  let readAt = 0;
  const resolve = (): Promise<ResolvedOptions> =>
    resolveOptions(parseOptions(options, "The options of loam()"));
  const load = async (previous: SiteContent | undefined): Promise<SiteContent> => {
    const resolved = await resolve();
    // Imported on demand: a build uses the integration's host and doesn't need Git support here.
    const { openSource } = await import("../source/open-source.ts");
    // The content stays in memory: a server writes nothing to disk and checks again regularly.
    return loadSiteContent(openSource(resolved), resolved, previous);
  };
  let isReading = false;
  const renew = async (earlier: Promise<SiteContent>): Promise<SiteContent> => {
    isReading = true;
    try {
      const previous = await earlier;
      const newer = await load(previous);
      if (newer !== previous) current = Promise.resolve(newer);
    } catch (error) {
      warn(`@loam/astro: ${String(error)}`);
    } finally {
      isReading = false;
      readAt = performance.now();
    }
    return current ?? earlier;
  };
  const content = (): Promise<SiteContent> => {
    if (!current) {
      readAt = performance.now();
      const first = load(undefined);
      first.catch(() => (current = undefined));
      return (current = first);
    }
    const previous = current;
    if (isReading || performance.now() - readAt < FRESH_MS) return previous;
    const late = delay(WAIT_MS, undefined, { ref: false }).then(() => previous);
    return Promise.race([renew(previous), late]);
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
