import { CmsError, type Field } from "@loam/cms-core";
import { renderDraft } from "@loam/cms-core/drafts";
import type { LiveEntry } from "@loam/cms-core/publish";
import { entryFilePath, publicAddress } from "@loam/cms-core/render";
import type { EntryRef, SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { makePreviewToken } from "../../people/access/preview-token.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { renderInProcess } from "../../platform/rich-text/html-process.ts";
import type { SiteServices } from "../../sites/services.ts";
import { withByIdRoutes } from "./by-id.ts";
import { findIndexed } from "./entry-answer.ts";
import { ENTRY, entryParams } from "./entry-input.ts";
import { sendPreviewPage } from "./preview-page.ts";
import { requireEntry } from "./reply-entry.ts";

/** Previews of entries: the JSON that would be published, and tokens for showing drafts on a website. */
export function previewRoutes(services: SiteServices): readonly Route[] {
  return [...withByIdRoutes([previewRoute(services)], services), ...siteRoutes(services)];
}

/** The published form of the current version of an entry. */
export interface EntryPreview {
  readonly address: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly texts: readonly { readonly path: string; readonly html: string }[];
}

export const entryPreview: z.ZodType<EntryPreview, EntryPreview> = z
  .object({
    address: z.string().meta({ description: "Path of the public file." }),
    json: z.record(z.string(), z.unknown()).meta({ description: "Content of the file." }),
    texts: z
      .array(z.object({ path: z.string(), html: z.string() }))
      .readonly()
      .meta({
        description: "Its rich texts as sanitized HTML. Images have URLs for signed-in users.",
      }),
  })
  .meta({ id: "EntryPreview" });

interface PreviewTokenAnswer {
  readonly token: string;
  readonly expiresAt: string;
  readonly address?: string;
}

export const previewTokenAnswer: z.ZodType<PreviewTokenAnswer, PreviewTokenAnswer> = z
  .object({
    token: z.string().meta({ description: "Send it as `draftKey`, together with an API key." }),
    expiresAt: z.string(),
    address: z.string().exactOptional().meta({
      description: "The site's Preview URL with the token; absent if the site has no Preview URL.",
    }),
  })
  .meta({ id: "PreviewToken" });

function previewRoute(services: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: `${ENTRY}/preview`,
    id: "previewEntry",
    summary: "Preview the JSON of an entry as it would be published",
    policy: onSite("site.read"),
    input: { params: entryParams },
    answer: entryPreview,
    handle: async ({ site, params }) => {
      const content = await services.sites.content(site.id);
      const { store } = content;
      const ref = requireEntry(store, params);
      const { updatedAt, live } = await findIndexed(content, ref.type, ref.id);
      const publishedAt = live?.publishedAt;
      const body = await previewEntry(services, {
        siteId: site.id,
        store,
        ref,
        updatedAt,
        publishedAt,
      });
      return { body, version: ref.blob };
    },
  });
}

interface Previewed {
  readonly siteId: string;
  /** Store of the entry's branch. */
  readonly store: SiteStore;
  readonly ref: EntryRef;
  /** When it was last saved. */
  readonly updatedAt: string;
  /** When it was first published. Undefined if it isn't live. */
  readonly publishedAt: string | undefined;
}

/** Returns the JSON that publishing the current version would write, and its rich texts as HTML. */
export async function previewEntry(
  { hq, sites, publicStorageUrl, baseUrl }: SiteServices,
  { siteId, store, ref, updatedAt, publishedAt = hq.now().toISOString() }: Previewed,
): Promise<EntryPreview> {
  const publicUrl = `${publicStorageUrl}/${siteId}`;
  const site = sites.live(siteId);
  const live = (id: string): LiveEntry | undefined => site.entry(id);
  const options = { publicUrl, updatedAt, publishedAt, live };
  const shown = await renderDraft(store, ref, {
    ...options,
    mediaUrl: (id) => `${baseUrl}/api/manage/sites/${siteId}/media/${id}/content`,
  });
  const type = store.type(ref.type);
  const texts = richTextsOf(JSON.parse(shown), (type?.latest ?? type?.type)?.fields ?? []);
  const rendered = texts.map(async ({ path, markdown }) => {
    const { html } = await renderInProcess(markdown, { siteId });
    return { path, html };
  });
  return {
    address: publicAddress(publicUrl, entryFilePath(ref.type, ref.slug)),
    json: parseJson(await renderDraft(store, ref, options)),
    texts: await Promise.all(rendered),
  };
}

/** A rich text in an entry's published JSON. */
interface RichText {
  /** `body`, `faq.0.answer`. */
  readonly path: string;
  readonly markdown: string;
}

/** Returns the rich texts of published JSON, in schema order. */
function richTextsOf(json: unknown, fields: readonly Field[], at = ""): readonly RichText[] {
  if (typeof json !== "object" || json === null) return [];
  const values = new Map<string, unknown>(Object.entries(json));
  return fields.flatMap((field) => {
    const value = values.get(field.apiId);
    const path = `${at}${field.apiId}`;
    if (!Array.isArray(value)) return textsIn(value, field, path);
    const items: readonly unknown[] = value;
    return items.flatMap((item, index) => textsIn(item, field, `${path}.${index}`));
  });
}

function textsIn(value: unknown, field: Field, path: string): readonly RichText[] {
  if (field.type === "repeat") return richTextsOf(value, field.fields, `${path}.`);
  return field.type === "richtext" && typeof value === "string" ? [{ path, markdown: value }] : [];
}

const jsonObject = z.record(z.string(), z.unknown());

function parseJson(json: string): Record<string, unknown> {
  return jsonObject.parse(JSON.parse(json));
}

function siteRoutes({ sites, identity, baseUrl }: SiteServices): readonly Route[] {
  return [
    defineRoute({
      method: "post",
      path: `${ENTRY}/preview-token`,
      id: "createPreviewToken",
      summary:
        "Create a preview token for this entry. It expires in an hour, or earlier with the site's draft key, a transfer, or your access",
      policy: onSite("change.propose"),
      input: { params: entryParams },
      status: 201,
      answer: previewTokenAnswer,
      handle: async ({ site, actor, params }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        const opens = { entryId: ref.id };
        const previewed = { siteId: site.id, opens, userId: actor.userId };
        const created = await makePreviewToken(previewed, identity);
        if (site.previewUrl === undefined) return { body: created };
        return {
          body: { ...created, address: previewUrlOf(site.previewUrl, ref, created.token) },
        };
      },
    }),
    defineStream({
      method: "get",
      path: `${ENTRY}/preview-page`,
      id: "getPreviewPage",
      summary: "Open a page of the site's Preview URL with this entry, in a sandboxed frame",
      policy: onSite("change.propose"),
      input: { params: entryParams },
      mediaType: "text/html",
      handle: async ({ site, actor, params, response }) => {
        const { store } = await sites.content(site.id);
        const ref = requireEntry(store, params);
        if (site.previewUrl === undefined) {
          throw new CmsError("not_found", "This site has no Preview URL. Set one in its settings.");
        }
        const opens = { entryId: ref.id };
        const previewed = { siteId: site.id, opens, userId: actor.userId };
        const { token } = await makePreviewToken(previewed, identity);
        const address = previewUrlOf(site.previewUrl, ref, token);
        sendPreviewPage(response, { address, baseUrl });
      },
    }),
  ];
}

/** Returns the site's Preview URL for an entry, if given, with its token (contracts, section 5). */
export function previewUrlOf(
  previewUrl: string,
  entry: Pick<EntryRef, "id" | "slug" | "type"> | undefined,
  token: string,
): string {
  const url = new URL(previewUrl);
  const { id, slug, type } = entry ?? {};
  for (const [name, value] of Object.entries({ id, slug, type, draftKey: token })) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}
