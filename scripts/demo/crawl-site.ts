/** A crawled URL and its response. */
export interface CrawledPage {
  readonly url: string;
  readonly status: number;
  readonly mediaType: string;
  /** Empty unless it is HTML or XML. */
  readonly text: string;
  /** Absolute URLs that it links to, on any host. */
  readonly links: readonly string[];
  /** The page that links to it. */
  readonly from: string;
}

/** Links, images, and their other sizes, in HTML, feeds, and sitemaps. */
const ADDRESS = /\s(href|src|srcset|poster)\s*=\s*(?:"([^"]*)"|'([^']*)')|<(?:loc|link)>([^<]+)</g;

const ENTITIES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&#38;": "&",
  "&quot;": '"',
  "&#39;": "'",
};

/**
 * Crawls a site from `start` as far as links stay on the same host. Images, feeds, and downloads are fetched as well,
 * but only pages and feeds are parsed for links.
 *
 * @throws Error if there are more than `maxPages`, because the site may generate pages endlessly.
 */
export async function crawlSite(
  start: string,
  { maxPages = 3000 }: { readonly maxPages?: number } = {},
): Promise<readonly CrawledPage[]> {
  const origin = new URL(start).origin;
  const waiting = [{ url: start, from: start }];
  const seen = new Set([start]);
  const pages: CrawledPage[] = [];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const page = await fetchPage(next.url, next.from);
    pages.push(page);
    if (pages.length > maxPages) throw new Error(`${origin} has more than ${maxPages} pages`);
    for (const url of page.links) {
      if (seen.has(url) || new URL(url).origin !== origin) continue;
      seen.add(url);
      waiting.push({ url, from: page.url });
    }
  }
  return pages;
}

async function fetchPage(url: string, from: string): Promise<CrawledPage> {
  const response = await fetch(url, { redirect: "manual" });
  const mediaType = (response.headers.get("content-type") ?? "").split(";")[0] ?? "";
  const isRead = /\b(?:html|xml)$/.test(mediaType);
  const text = isRead ? await response.text() : "";
  if (!isRead) await response.arrayBuffer();
  return { url, status: response.status, mediaType, text, links: findLinks(text, url), from };
}

function findLinks(text: string, base: string): readonly string[] {
  const found = new Set<string>();
  for (const [, attribute, double, single, element] of text.matchAll(ADDRESS)) {
    const value = unescape(double ?? single ?? element ?? "");
    const addresses =
      attribute === "srcset"
        ? value.split(",").map((part) => part.trim().split(/\s+/)[0])
        : [value];
    for (const address of addresses) {
      const url = URL.parse(address ?? "", base);
      if (url === null || !url.protocol.startsWith("http")) continue;
      url.hash = "";
      found.add(url.href);
    }
  }
  return [...found];
}

function unescape(text: string): string {
  return text.replaceAll(/&(?:amp|quot|#38|#39);/g, (entity) => ENTITIES[entity] ?? entity);
}
