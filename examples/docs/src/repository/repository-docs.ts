import { join } from "node:path";
import type { Loader, LoaderContext } from "astro/loaders";
import { DOCS, readDocs, repositoryFile, repositoryUrl } from "./read-docs.ts";
import type { DocsPage } from "./read-page.ts";
import { type SiteLinks, type SiteMarkdown, siteMarkdown } from "./site-markdown.ts";

type Rendered = Awaited<ReturnType<LoaderContext["renderMarkdown"]>>;

/** Pages with more headings list only the second level in their table of contents. */
const MOST_HEADINGS = 60;

/** Pages ranked below those that explain the same. */
const BACKGROUND = /^(?:decisions|measurements)(?:\/|$)|^reference\/management-api$/;

/** Loads the pages of `docs/`. A dead link fails the build. */
export function repositoryDocs(): Loader {
  return {
    name: "repository-docs",
    async load(context) {
      await loadPages(context);
      context.watcher?.add(DOCS);
      context.watcher?.on("change", (path) => {
        if (path.startsWith(DOCS)) void loadPages(context);
      });
    },
  };
}

async function loadPages(context: LoaderContext): Promise<void> {
  const { config, store } = context;
  const pages = readDocs();
  const links: SiteLinks = {
    base: config.base.replace(/\/?$/, "/"),
    pages: new Map(pages.map(({ path, id }) => [path, id])),
    fileAt: repositoryFile,
    repositoryUrl: repositoryUrl(),
  };
  const made = new Map(pages.map((page) => [page, siteMarkdown(page, links)]));
  const rendered = new Map<DocsPage, Rendered>();
  for (const [page, { text }] of made) {
    const fileURL = new URL(`file://${join(DOCS, page.path)}`);
    rendered.set(page, await context.renderMarkdown(text, { fileURL }));
  }
  const broken = [...made].flatMap(([page, { broken: dead, anchors }]) =>
    [...dead, ...missingHeadings(anchors, rendered)].map((link) => `docs/${page.path}: ${link}`),
  );
  if (broken.length > 0) throw new Error(`Links lead nowhere:\n${broken.join("\n")}`);
  store.clear();
  for (const [page, html] of rendered) {
    const { id, title, description, path } = page;
    const isLong = (html.metadata?.headings?.length ?? 0) > MOST_HEADINGS;
    const tableOfContents = isLong ? { maxHeadingLevel: 2 } : undefined;
    const data = await context.parseData({ id, data: { title, description, tableOfContents } });
    store.set({
      id,
      data,
      rendered: BACKGROUND.test(id) ? { ...html, html: rankedLower(html.html) } : html,
      filePath: `../../docs/${path}`,
      assetImports: html.metadata?.imagePaths,
    });
  }
}

function missingHeadings(
  anchors: SiteMarkdown["anchors"],
  rendered: ReadonlyMap<DocsPage, Rendered>,
): readonly string[] {
  const headings = new Map(
    [...rendered].map(([{ path }, { metadata }]) => [
      path,
      new Set(metadata?.headings?.map(({ slug }) => slug)),
    ]),
  );
  return anchors
    .filter(({ page, heading }) => headings.get(page)?.has(heading) !== true)
    .map(({ page, heading }) => `docs/${page}#${heading}`);
}

/** Lowers the search rank of headings, which have a separate weight. */
function rankedLower(html: string): string {
  const weight = 'data-pagefind-weight="0.2"';
  return `<div ${weight}>${html.replaceAll(/<h[2-6]\b/g, (tag) => `${tag} ${weight}`)}</div>`;
}
