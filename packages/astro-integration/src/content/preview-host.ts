import { openApi } from "../live/live-api.ts";
import { shapeEntry } from "../loader/shape-entry.ts";
import { entryKey } from "../options/entry-key.ts";
import type { ResolvedOptions } from "../options/options.ts";
import type { Preview } from "../preview/preview-context.ts";
import { zodSchema } from "../schema/zod-schema.ts";
import { isPublishedEntry } from "../source/published-content.ts";
import type { Target } from "../source/site-snapshot.ts";
import type { Source } from "../source/source.ts";
import type { ContentHost } from "../store/content-host.ts";
import { entryLinks } from "../store/entry-links.ts";
import {
  type ContentCollection,
  type ContentEntry,
  loadSiteContent,
  type SiteContent,
} from "../store/site-content.ts";

interface Published {
  readonly host: ContentHost;
  readonly resolve: () => Promise<ResolvedOptions>;
}

/** Content of one request, because a page requests content many times. */
const contentByPreview = new WeakMap<Preview, Promise<SiteContent>>();

/** Creates the content host of a preview: the published content with one draft, or all content of a branch. */
export function previewHost(preview: Preview, { host, resolve }: Published): ContentHost {
  const content = (): Promise<SiteContent> => {
    const known = contentByPreview.get(preview) ?? read();
    contentByPreview.set(preview, known);
    return known;
  };
  const read = async (): Promise<SiteContent> => {
    const options = await resolve();
    return preview.scope === "branch"
      ? branchContent(preview, options)
      : withDraft(await host.content(), preview, options);
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

interface Branch {
  readonly source: Source;
  content: Promise<SiteContent> | undefined;
}

/** Branches by token. Content that didn't change is not read again. */
const branches = new Map<string, Branch>();
const MAX_BRANCHES = 8;

async function branchContent(
  { draftKey }: Preview,
  options: ResolvedOptions,
): Promise<SiteContent> {
  const branch = branches.get(draftKey) ?? (await openBranch(draftKey, options));
  branches.delete(draftKey);
  branches.set(draftKey, branch);
  const [oldest] = branches.keys();
  if (branches.size > MAX_BRANCHES && oldest !== undefined) branches.delete(oldest);
  const before = branch.content?.catch(() => undefined);
  // On a branch, references can lead to entries that don't exist yet.
  const lenient = { ...options, references: "warn" } as const;
  branch.content = (async () => loadSiteContent(branch.source, lenient, await before))();
  return branch.content;
}

async function openBranch(draftKey: string, options: ResolvedOptions): Promise<Branch> {
  const { hq, source: own, keys } = options;
  const place = hq ?? (own.kind === "api" ? own : undefined);
  const { apiSource } = await import("../source/api/api-source.ts");
  const { baseUrl = "", siteId = "" } = place ?? {};
  const source = apiSource({
    baseUrl,
    siteId,
    drafts: true,
    keys: { ...keys, draft: draftKey },
  });
  return { source, content: undefined };
}

async function withDraft(
  content: SiteContent,
  { draftKey, type: apiId, id }: Preview,
  options: ResolvedOptions,
): Promise<SiteContent> {
  const name = `${options.prefix}${apiId}`;
  const collection = content.collections.get(name);
  if (collection === undefined) return content;
  const answer = await openApi(options, draftKey).get(`${apiId}/${encodeURIComponent(id)}`);
  const draft: unknown = answer && JSON.parse(new TextDecoder().decode(answer.bytes));
  if (!isPublishedEntry(draft)) return content;
  const { type } = collection;
  const { data } = shapeEntry(draft, { ...options, type, targets: targetsIn(content) });
  const dated = { publishedAt: draft["updatedAt"], ...data };
  const key = type.kind === "object" ? apiId : entryKey(draft, options.idFrom);
  const entry = { key, digest: `draft ${answer?.etag ?? ""}`, data: zodSchema(type).parse(dated) };
  const collections = new Map(content.collections).set(name, withEntry(collection, entry, id));
  return { ...content, collections };
}

/** Replaces the entry at its position. An entry that was never published comes first, like the newest ones. */
function withEntry(
  collection: ContentCollection,
  entry: ContentEntry,
  id: string,
): ContentCollection {
  const all = [...collection.entries.values()];
  const at = all.findIndex(({ data }) => data["id"] === id);
  const shown = at === -1 ? [entry, ...all] : all.with(at, entry);
  return { ...collection, entries: new Map(shown.map((one) => [one.key, one])) };
}

function targetsIn({ collections }: SiteContent): ReadonlyMap<string, Target> {
  const targets = new Map<string, Target>();
  for (const { type, entries } of collections.values()) {
    for (const { data } of entries.values()) {
      targets.set(String(data["id"]), { type: type.apiId, slug: String(data["slug"]) });
    }
  }
  return targets;
}
