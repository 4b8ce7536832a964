import { deleteMedia } from "@loam/cms-core/publish";
import { z } from "zod";
import { pageQuery } from "../../api/page-query.ts";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { changeMediaBytes } from "../../people/workspaces/usage.ts";
import { sendMedia } from "../../platform/storage/send-media.ts";
import { siteActor } from "../../sites/registry/site-actor.ts";
import type { SiteServices } from "../../sites/services.ts";
import { linkAnswer } from "../entries/entry-routes.ts";
import { mediaAnswer, readShownMedia } from "./media-answer.ts";
import { uploadMedia } from "./upload-media.ts";

const MEDIA = "/sites/{site}/media";
const RECORD = `${MEDIA}/{id}`;
const params = z.object({ id: z.string() });

/** Media: list, show, upload, describe and delete them. */
export function mediaRoutes(services: SiteServices): readonly Route[] {
  return [...readingRoutes(services), ...writingRoutes(services), deletingRoute(services)];
}

const listQuery = z.object({
  ...pageQuery,
  q: z.string().max(200).exactOptional(),
  unused: z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description: "Only what no entry shows, drafts and live." }),
});

function readingRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites } = services;
  return [
    defineRoute({
      method: "get",
      path: MEDIA,
      id: "listMedia",
      summary: "A page of the media of a site, the newest first",
      policy: onSite("site.read"),
      input: { query: listQuery },
      answer: z.object({
        media: z.array(mediaAnswer),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, query }) => {
        const { store, index } = await sites.content(site.id);
        const { media, cursor } = await index.media(query);
        const shown = media.map(async ({ id }) => readShownMedia(store, id, services));
        return {
          body: { media: await Promise.all(shown), ...(cursor !== undefined && { cursor }) },
        };
      },
    }),
    defineRoute({
      method: "get",
      path: RECORD,
      id: "getMedia",
      summary: "One media record",
      policy: onSite("site.read"),
      input: { params },
      answer: mediaAnswer,
      handle: async ({ site, params: { id } }) => {
        const { store } = await sites.content(site.id);
        const body = await readShownMedia(store, id, services);
        return { body, version: body.version };
      },
    }),
    defineRoute({
      method: "get",
      path: `${RECORD}/references`,
      id: "listMediaUsers",
      summary: "What shows a media file, in the working content and in what is live",
      policy: onSite("site.read"),
      input: { params },
      answer: z.object({ references: z.array(linkAnswer).readonly() }),
      handle: async ({ site, params: { id } }) => {
        const { store, index } = await sites.content(site.id);
        await store.readMedia(id);
        return { body: { references: await index.linksTo(id) } };
      },
    }),
    defineStream({
      method: "get",
      path: `${RECORD}/content`,
      id: "getMediaContent",
      summary: "The file itself, also before anything live shows it",
      policy: onSite("site.read"),
      input: { params, query: z.object({ variant: z.string().exactOptional() }) },
      mediaType: "application/octet-stream",
      handle: async ({ site, params: { id }, query: { variant }, request, response }) => {
        const { store } = await sites.content(site.id);
        const record = await store.readMedia(id);
        const storage = await hq.storages.openMedia();
        response.set("Vary", "Authorization, Cookie");
        const cache = "private, max-age=31536000, immutable";
        await sendMedia({ request, response }, { record, storage, variant, cache });
      },
    }),
  ];
}

const point = z.number().min(0).max(1);

function writingRoutes(services: SiteServices): readonly Route[] {
  const { sites } = services;
  return [
    defineRoute({
      method: "post",
      path: MEDIA,
      id: "uploadMedia",
      summary: "Upload a file; its type is told by its content, and images lose their metadata",
      policy: onSite("media.write"),
      commits: true,
      input: {},
      form: z.object({
        file: z.file(),
        alt: z.string().exactOptional().meta({ description: "Text for who does not see it." }),
      }),
      status: 201,
      answer: mediaAnswer,
      handle: async ({ site, actor, request }) => {
        const { record } = await uploadMedia(services, { site, actor: siteActor(actor), request });
        const { store } = await sites.content(site.id);
        const body = await readShownMedia(store, record.id, services);
        return { body, version: body.version };
      },
    }),
    defineRoute({
      method: "patch",
      path: RECORD,
      id: "changeMedia",
      summary: "Describe a media file; what is live changes when its entries are published again",
      policy: onSite("media.write"),
      commits: true,
      input: {
        params,
        body: z.strictObject({
          alt: z.string().exactOptional(),
          focalPoint: z
            .strictObject({ x: point, y: point })
            .nullable()
            .exactOptional()
            .meta({ description: "What stays in sight when it is cropped; null for the middle." }),
        }),
      },
      versioned: true,
      answer: mediaAnswer,
      handle: async ({ site, actor, params: { id }, body: edit, ifMatch }) => {
        const { store } = await sites.content(site.id);
        const { changed } = await store.editMedia(id, edit, {
          actor: siteActor(actor),
          ...(ifMatch !== undefined && { base: ifMatch }),
        });
        await sites.follow(site.id);
        const body = await readShownMedia(store, id, services);
        return { body, version: body.version, unchanged: !changed };
      },
    }),
  ];
}

function deletingRoute({ hq, sites }: SiteServices): Route {
  return defineRoute({
    method: "delete",
    path: RECORD,
    id: "deleteMedia",
    summary: "Delete a media file; refused while something live shows it",
    policy: onSite("media.write"),
    commits: true,
    input: { params },
    versioned: true,
    answer: z.object({
      id: z.string(),
      drafts: z
        .array(z.object({ id: z.string(), type: z.string(), slug: z.string() }))
        .meta({ description: "Entries that still show it; a publish of them warns of it." }),
    }),
    handle: async ({ site, actor, params: { id }, ifMatch }) => {
      const { store, index } = await sites.content(site.id);
      const { sha256, byteSize } = await store.readMedia(id);
      const { drafts } = await deleteMedia(store, id, {
        actor: siteActor(actor),
        ...(ifMatch !== undefined && { expected: ifMatch }),
      });
      await sites.follow(site.id);
      const left = await index.mediaOf(sha256);
      if (left.length === 0) await changeMediaBytes(hq.database, site.id, -byteSize);
      return {
        body: {
          id,
          drafts: drafts.map(({ type, slug, ...user }) => ({ id: user.id, type, slug })),
        },
      };
    },
  });
}
