import { crawlSite, type CrawledPage } from "./crawl-site.ts";
import { DemoError } from "./demo-error.ts";
import { fetchJson, readPublished, type PublishedType } from "./published-json.ts";

export interface RunningDemo {
  /** `http://127.0.0.1:4400`, without a trailing slash. */
  readonly hqUrl: string;
  readonly siteUrl: string;
  readonly siteId: string;
  readonly readKey: string;
  /** Unpublished entries. References can contain their ids, but their text must not appear anywhere. */
  readonly drafts: readonly Draft[];
}

export interface Draft {
  readonly id: string;
  readonly title: string;
}

export interface Checked {
  readonly types: number;
  readonly entries: number;
  readonly pages: number;
}

/**
 * Requests everything from a running demo: all published files, the read API, and all pages, images, and feeds that the
 * site links to.
 *
 * @throws DemoError with one line per problem.
 */
export async function checkAnswers(demo: RunningDemo): Promise<Checked> {
  const publicUrl = `${demo.hqUrl}/public/${demo.siteId}`;
  const types = await readPublished(publicUrl);
  const pages = await crawlSite(`${demo.siteUrl}/`);
  const problems = [
    ...(await entryProblems(publicUrl, types)),
    ...(await readApiProblems(demo, types)),
    ...pageProblems(pages, demo, types),
    ...draftProblems(JSON.stringify(types), demo.drafts, publicUrl),
  ];
  if (problems.length > 0) throw new DemoError(problems.join("\n"));
  const entries = types.reduce((sum, type) => sum + type.entries.length, 0);
  return { types: types.length, entries, pages: pages.length };
}

/** Checks that each entry is published under its id and slug, with the same content as in its list. */
async function entryProblems(
  publicUrl: string,
  types: readonly PublishedType[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  for (const { apiId, kind, entries } of types) {
    if (kind === "list" && entries.length === 0) problems.push(`${apiId}: nothing is published`);
    for (const { id, slug, json } of entries) {
      const files = [id, slug].map(
        (name) => `${publicUrl}/api/${apiId}/${encodeURIComponent(name)}.json`,
      );
      const bodies = await Promise.all(files.map((url) => fetchJson(url)));
      const differing = files.filter(
        (_url, index) => JSON.stringify(bodies[index]) !== JSON.stringify(json),
      );
      problems.push(...differing.map((url) => `${url} differs from the list`));
    }
  }
  return problems;
}

/** Checks that the read API returns the same entries in the same order, and refuses requests without a key. */
async function readApiProblems(
  { hqUrl, siteId, readKey }: RunningDemo,
  types: readonly PublishedType[],
): Promise<readonly string[]> {
  const problems: string[] = [];
  const api = `${hqUrl}/api/public/cms/${siteId}`;
  for (const { apiId, kind, entries } of types) {
    if (kind === "object") continue;
    const url = `${api}/${apiId}?limit=100&fields=id`;
    const { contents, totalCount } = await fetchJson(url, { "X-CMS-API-KEY": readKey });
    const wanted = entries.slice(0, 100).map(({ id }) => ({ id }));
    if (totalCount !== entries.length || JSON.stringify(contents) !== JSON.stringify(wanted)) {
      problems.push(`${url} differs from the published list`);
    }
    const { status } = await fetch(url);
    if (status !== 401) problems.push(`${url} answered ${status} without a key`);
  }
  return problems;
}

function pageProblems(
  pages: readonly CrawledPage[],
  demo: RunningDemo,
  types: readonly PublishedType[],
): readonly string[] {
  const dead = pages
    .filter(({ status }) => status !== 200)
    .map(({ url, status, from }) => `${url} answered ${status} (linked from ${from})`);
  // Visitors only read files, so the site works without the service. Texts can mention it.
  const calling = pages
    .filter(({ text }) => loadedTags(text).some((tag) => tag.includes(demo.hqUrl)))
    .map(({ url }) => `${url} loads something from ${demo.hqUrl}`);
  const html = pages.filter(({ mediaType }) => mediaType === "text/html");
  const words = html.map(({ text }) => plainText(text)).join("\n");
  const unseen = titlesOf(types)
    .filter((title) => !words.includes(plainText(title)))
    .map((title) => `no page of the site says ${JSON.stringify(title)}`);
  const few = html.length < 10 ? [`the site has ${html.length} pages`] : [];
  return [...dead, ...calling, ...unseen, ...few, ...draftProblems(words, demo.drafts, "the site")];
}

/** Returns the tags that make a browser fetch something. */
function loadedTags(html: string): readonly string[] {
  return html.match(/<(?:img|source|script|link|iframe|video|audio|use|image)\b[^>]*>/g) ?? [];
}

function draftProblems(text: string, drafts: readonly Draft[], where: string): readonly string[] {
  return drafts
    .filter(({ title }) => text.includes(plainText(title)))
    .map(({ title }) => `${where} shows the draft ${JSON.stringify(title)}`);
}

/** Returns the titles of entries that have a page. */
function titlesOf(types: readonly PublishedType[]): readonly string[] {
  return types
    .filter(({ apiId }) => apiId === "posts" || apiId === "docs")
    .flatMap(({ entries }) => entries.map(({ json }) => json["title"]))
    .filter((title) => typeof title === "string");
}

/** Removes tags, entities, and typography, so that a title is found regardless of formatting. */
function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:#39|#x27|apos|rsquo|lsquo);|[‘’]/g, "'")
    .replaceAll(/&(?:quot|ldquo|rdquo|#34);|[“”]/g, '"')
    .replaceAll("&amp;", "&")
    .replaceAll(/\s+/g, " ")
    .trim();
}
