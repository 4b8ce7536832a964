import { CmsError } from "@loam/cms-core";
import * as z from "astro/zod";
import { bodyText, renderBody, type RenderedBody } from "../rich-text/render-body.ts";
import type { ContentHost } from "../store/content-host.ts";
import type { LinkOf } from "../store/entry-links.ts";
import { Reads } from "../store/reads.ts";
import type { ContentCollection, SiteContent } from "../store/site-content.ts";
import { recordExistence, type PageEntry, trackedEntry } from "../store/tracked-entry.ts";

export interface ContentFunctionsOptions {
  readonly host: () => ContentHost;
  /** Prefix of collection names, before the API ID of the type. */
  readonly prefix: string;
  /** Creates an Astro component that prints HTML, with the project's own Astro version. */
  readonly component: (html: string | undefined) => unknown;
}

interface Lookup {
  readonly collection?: string | undefined;
  readonly id: string;
}

/** The exports of `loam:content`. `content-types.ts` generates their types for the site. */
export interface ContentFunctions {
  readonly getCollection: (
    collection: string,
    filter?: (entry: PageEntry) => unknown,
  ) => Promise<readonly PageEntry[]>;
  readonly getEntry: (
    collection: string | Lookup | undefined,
    id?: string,
  ) => Promise<PageEntry | undefined>;
  readonly getEntries: (references: readonly Lookup[]) => Promise<readonly PageEntry[]>;
  readonly getObject: (apiId: string) => Promise<PageEntry | undefined>;
  readonly getIndex: (collection: string, fields: readonly string[]) => Promise<readonly object[]>;
  readonly render: (entry: PageEntry) => Promise<object>;
  readonly reference: (collection: string) => z.ZodType;
  readonly loamPaths: (
    collection: string,
    paramsOf?: (entry: PageEntry) => Record<string, string | undefined>,
  ) => Promise<readonly object[]>;
  readonly cacheHint: (entry: PageEntry) => {
    readonly tags: string[];
    readonly lastModified: Date;
  };
  readonly once: <T>(make: () => T) => () => T;
}

/** Creates the functions that pages call. */
export function contentFunctions(options: ContentFunctionsOptions): ContentFunctions {
  const { host, prefix, component } = options;
  const reads = (): Reads | undefined => host().reads();

  const list = async (name: string): Promise<readonly PageEntry[]> => {
    const collection = findCollection(await host().content(), name);
    reads()?.list(name);
    return [...entriesOf(collection, reads).values()];
  };

  const getEntry: ContentFunctions["getEntry"] = async (collection, id) => {
    const isReference = typeof collection !== "string";
    const named = isReference ? collection : { collection, id };
    // A reference to an unpublished entry has no collection.
    if (named?.collection === undefined || named.id === undefined) return undefined;
    const content = await host().content();
    // The referenced entry can have a type that the options exclude.
    if (isReference && !content.collections.has(named.collection)) return undefined;
    const found = findCollection(content, named.collection);
    recordExistence(reads, found.name, named.id);
    return entriesOf(found, reads).get(named.id);
  };

  return {
    getEntry,
    async getCollection(name, filter) {
      const entries = await list(name);
      return filter ? entries.filter((entry) => filter(entry)) : [...entries];
    },
    async getEntries(references) {
      const found = await Promise.all(references.map((reference) => getEntry(reference)));
      return found.filter((entry) => entry !== undefined);
    },
    getObject: (apiId) => getEntry(`${prefix}${apiId}`, apiId),
    async getIndex(name, fields) {
      const entries = await list(name);
      return entries.map(({ id, data }) =>
        Object.fromEntries([...fields.map((field) => [field, data[field]]), ["id", id]]),
      );
    },
    async render(entry) {
      const collection = findCollection(await host().content(), entry.collection);
      const body = await bodyOf(collection, entry.data, await host().link?.());
      return {
        Content: component(body?.html),
        headings: body?.headings ?? [],
        remarkPluginFrontmatter: {},
      };
    },
    reference: referenceSchema,
    async loamPaths(name, paramsOf = ({ id }) => ({ slug: id })) {
      // The parameters are in the page's URL, and its entry tracks what is read from it. The page doesn't depend on the
      // other paths.
      const entries = await host().readApart(undefined, () => list(name));
      return host().readApart(undefined, () =>
        entries.map((entry) => ({ params: paramsOf(entry), props: { entry } })),
      );
    },
    // Tags that a webhook invalidates (`createWebhookHandler`).
    cacheHint: ({ data }) => ({
      tags: ["loam", `loam:${String(data["id"])}`],
      lastModified: new Date(String(data["updatedAt"])),
    }),
    once: (make) => once(host, make),
  };
}

/** Entries of a collection for pages, in the published order. */
const entryCache = new WeakMap<ContentCollection, ReadonlyMap<string, PageEntry>>();

function entriesOf(
  collection: ContentCollection,
  reads: () => Reads | undefined,
): ReadonlyMap<string, PageEntry> {
  const known = entryCache.get(collection);
  if (known) return known;
  const entries = new Map(
    [...collection.entries.values()].map((entry, position) => [
      entry.key,
      trackedEntry(collection, entry, position, reads),
    ]),
  );
  entryCache.set(collection, entries);
  return entries;
}

function findCollection({ collections }: SiteContent, name: string): ContentCollection {
  const found = collections.get(name);
  if (found) return found;
  throw new CmsError(
    "content_type_not_found",
    `There is no collection "${name}" in loam:content. Collections: ${[...collections.keys()].join(", ") || "none"}.`,
    { details: { name, names: [...collections.keys()] } },
  );
}

/** Rendered bodies by Markdown: each entry is rendered once, regardless of the number of pages. */
const bodies = new WeakMap<ContentCollection, Map<string, Promise<RenderedBody>>>();

async function bodyOf(
  collection: ContentCollection,
  data: PageEntry["data"],
  link: LinkOf | undefined,
): Promise<RenderedBody | undefined> {
  const text = bodyText(collection.type, data);
  if (text === undefined) return undefined;
  const rendered = bodies.get(collection) ?? new Map<string, Promise<RenderedBody>>();
  bodies.set(collection, rendered);
  const body = rendered.get(text) ?? renderBody(text, { link });
  rendered.set(text, body);
  return body;
}

function referenceSchema(collection: string): z.ZodType {
  return z
    .union([z.string(), z.object({ id: z.string(), collection: z.literal(collection) })])
    .transform((value) => (typeof value === "string" ? { id: value, collection } : value));
}

/** Computes a shared value once and adds its reads to every page that uses it. */
function once<T>(host: () => ContentHost, make: () => T): () => T {
  let cached:
    | { readonly content: Promise<SiteContent>; readonly value: T; readonly reads: Reads }
    | undefined;
  return () => {
    const content = host().content();
    if (cached?.content !== content) {
      const reads = new Reads();
      cached = { content, reads, value: host().readApart(reads, make) };
    }
    const { value, reads } = cached;
    const page = host().reads();
    if (page) {
      page.add(reads.record());
      // Asynchronous reads are added when the promise settles.
      if (value instanceof Promise)
        value.then(
          () => page.add(reads.record()),
          () => undefined,
        );
    }
    return value;
  };
}
