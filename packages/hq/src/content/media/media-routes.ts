import { cleanMediaFolder } from "@loam/cms-core/content";
import { MEDIA_KINDS, MEDIA_ORDERS } from "@loam/cms-core/find";
import { cleanFilename } from "@loam/cms-core/media";
import { deleteMedia } from "@loam/cms-core/publish";
import type { SiteStore } from "@loam/cms-core/site";
import { z } from "zod";
import { pageQuery } from "../../api/read-request.ts";
import { defineRoute, defineStream, type Route } from "../../api/route.ts";
import { entryRefAnswer, usageAnswer } from "../../api/shared-answers.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { readUsageOf } from "../../people/workspaces/usage.ts";
import { sendMedia } from "../../platform/storage/send-media.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { linksAnswer } from "../entries/entry-routes.ts";
import { mediaAnswer, readShownMedia } from "./media-answer.ts";
import { changeAnswer, readMediaHistory } from "./media-history.ts";
import { extensionOf, uploadMedia } from "./upload-media.ts";
import { uploadRoutes } from "./upload-routes.ts";

const MEDIA = "/sites/{site}/media";
const RECORD = `${MEDIA}/{id}`;
const params = z.object({ id: z.string() });

/** Media: list, get, upload, update, and delete. */
export function mediaRoutes(services: SiteServices): readonly Route[] {
  return [
    // Must come before the routes with an `{id}` parameter.
    ...uploadRoutes(services),
    ...readingRoutes(services),
    usageRoute(services),
    ...writingRoutes(services),
    deletingRoute(services),
  ];
}

/** A Boolean parameter of a list. */
function onOrOff(description: string) {
  return z
    .enum(["true", "false"])
    .default("false")
    .transform((text) => text === "true")
    .meta({ description });
}

const MAX_IDS = 100;
/** Slightly above the real limit, so that longer names get a descriptive error. */
const folder = z.string().max(600);

const listQuery = z.object({
  ...pageQuery,
  q: z.string().max(200).exactOptional(),
  kind: z.enum(MEDIA_KINDS).exactOptional(),
  folder: folder
    .exactOptional()
    .meta({ description: "Only media in this folder and its subfolders." }),
  unused: onOrOff("Only media that no entry uses, draft or live."),
  missingAlt: onOrOff("Only images without alt text."),
  order: z.enum(MEDIA_ORDERS).default("-createdAt"),
  ids: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.string().min(1).max(200)).max(MAX_IDS))
    .exactOptional()
    .meta({
      description:
        "IDs, separated by commas: returns only these, in this order, on one page. Deleted media are omitted.",
    }),
  counts: onOrOff("Also return the number of files of each kind, and the folders."),
});

const counts = z
  .object({
    all: z.int(),
    image: z.int(),
    video: z.int(),
    audio: z.int(),
    document: z.int(),
    unused: z.int().meta({ description: "Files that no entry uses, draft or live." }),
    missingAlt: z.int().meta({ description: "Images without alt text." }),
  })
  .meta({ id: "MediaCounts", description: "In the site, or in the requested folder." });

const folders = z
  .array(
    z.object({
      folder: z.string(),
      files: z.int().meta({ description: "Without files in subfolders." }),
    }),
  )
  .readonly()
  .meta({ description: "All folders of the site that contain files." });

/** Returns the ids that exist. */
function existingIds(store: SiteStore, ids: readonly string[]) {
  const media = [...new Set(ids)].filter((id) => store.mediaBlob(id) !== undefined);
  return {
    media: media.map((id) => ({ id, uses: undefined })),
    total: media.length,
    cursor: undefined,
  };
}

function readingRoutes(services: SiteServices): readonly Route[] {
  const { hq, sites } = services;
  return [
    defineRoute({
      method: "get",
      path: MEDIA,
      id: "listMedia",
      summary: "List the media of a site, newest first by default",
      policy: onSite("site.read"),
      input: { query: listQuery },
      answer: z.object({
        media: z.array(mediaAnswer),
        total: z.int().meta({ description: "On all pages." }),
        counts: counts.exactOptional(),
        folders: folders.exactOptional(),
        cursor: z.string().exactOptional().meta({ description: "Absent on the last page." }),
      }),
      handle: async ({ site, query: { counts: isCounted, ...query } }) => {
        const { store, index } = await sites.content(site.id);
        const { ids, ...filters } = query;
        const list =
          filters.folder === undefined
            ? filters
            : { ...filters, folder: cleanMediaFolder(filters.folder) };
        const { media, total, cursor } =
          ids === undefined ? await index.media(list) : existingIds(store, ids);
        const shown = media.map(async ({ id, uses }) => readShownMedia(store, id, services, uses));
        return {
          body: {
            media: await Promise.all(shown),
            total,
            ...(isCounted && {
              counts: await index.mediaCounts(list.folder),
              folders: await index.mediaFolders(),
            }),
            ...(cursor !== undefined && { cursor }),
          },
        };
      },
    }),
    defineRoute({
      method: "get",
      path: RECORD,
      id: "getMedia",
      summary: "Get a media record",
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
      summary: "List where a media file is used, in working and live content",
      policy: onSite("site.read"),
      input: { params },
      answer: linksAnswer,
      handle: async ({ site, params: { id } }) => {
        const { store, index } = await sites.content(site.id);
        await store.readMedia(id);
        return { body: { references: await index.linksTo(id) } };
      },
    }),
    defineRoute({
      method: "get",
      path: `${RECORD}/history`,
      id: "listMediaHistory",
      summary:
        "List the latest changes of a media file and their authors: added, described, replaced",
      policy: onSite("site.read"),
      input: { params },
      answer: z.object({ changes: z.array(changeAnswer).readonly() }),
      handle: async ({ site, params: { id } }) => {
        const { store } = await sites.content(site.id);
        await store.readMedia(id);
        return { body: { changes: await readMediaHistory(store, id) } };
      },
    }),
    defineStream({
      method: "get",
      path: `${RECORD}/content`,
      id: "getMediaContent",
      summary: "Download a media file, even if it is not public yet",
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

function usageRoute({ hq }: SiteServices): Route {
  return defineRoute({
    method: "get",
    path: "/sites/{site}/usage",
    id: "getSiteUsage",
    summary:
      "Get the media storage usage of the site's workspace. If it is full, only new files are rejected",
    policy: onSite("site.read"),
    input: {},
    answer: z.object({ mediaBytes: usageAnswer }),
    handle: async ({ site }) => {
      const { mediaBytes } = await readUsageOf(hq.database, site.workspaceId, hq.config);
      return { body: { mediaBytes } };
    },
  });
}

const point = z.number().min(0).max(1);

function writingRoutes(services: SiteServices): readonly Route[] {
  const { sites } = services;
  return [
    defineRoute({
      method: "post",
      path: MEDIA,
      id: "uploadMedia",
      summary:
        "Upload a file. Its type is detected from its content, and metadata is removed from images",
      policy: onSite("media.write"),
      commits: true,
      input: {},
      form: z.object({
        file: z.file(),
        alt: z.string().exactOptional().meta({ description: "Alt text." }),
        folder: folder.exactOptional(),
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
      summary:
        "Update the text, name, or folder of a media file. Live content changes when its entries are published again",
      policy: onSite("media.write"),
      commits: true,
      input: {
        params,
        body: z
          .strictObject({
            alt: z.string().exactOptional(),
            filename: z.string().trim().min(1).max(200).exactOptional().meta({
              description: "Cleaned like the name of an upload. The extension cannot be changed.",
            }),
            folder: folder.nullable().exactOptional().meta({
              description: "Folder in the media library, with `/` between names; null for none.",
            }),
            focalPoint: z
              .strictObject({ x: point, y: point })
              .nullable()
              .exactOptional()
              .meta({ description: "Focal point for cropping; null for the center." }),
          })
          .meta({ id: "MediaUpdate" }),
      },
      versioned: true,
      answer: mediaAnswer,
      handle: async ({ site, actor, params: { id }, body: changes, ifMatch }) => {
        const { filename, folder: to, ...rest } = changes;
        const { store } = await sites.content(site.id);
        const renamed = filename === undefined ? {} : await renamedAs(store, id, filename);
        const folderChange = to === undefined ? {} : { folder: to ?? "" };
        const edit = { ...rest, ...renamed, ...folderChange };
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

/** Applies a new name but keeps the extension. */
async function renamedAs(
  store: SiteStore,
  id: string,
  filename: string,
): Promise<{ readonly filename: string }> {
  const before = await store.readMedia(id);
  const extension = extensionOf(before.filename);
  return { filename: cleanFilename(filename, { extensions: [extension] }) };
}

function deletingRoute({ sites }: SiteServices): Route {
  return defineRoute({
    method: "delete",
    path: RECORD,
    id: "deleteMedia",
    summary: "Delete a media file. Fails if live content uses it",
    policy: onSite("media.write"),
    commits: true,
    input: { params },
    versioned: true,
    answer: z
      .object({
        id: z.string(),
        drafts: z
          .array(entryRefAnswer)
          .meta({ description: "Entries that still use it. Publishing them shows a warning." }),
      })
      .meta({ id: "DeletedMedia" }),
    handle: async ({ site, actor, params: { id }, ifMatch }) => {
      const { store } = await sites.content(site.id);
      const { drafts } = await deleteMedia(store, id, {
        actor: siteActor(actor),
        ...(ifMatch !== undefined && { expected: ifMatch }),
      });
      await sites.follow(site.id);
      return {
        body: {
          id,
          drafts: drafts.map(({ type, slug, ...user }) => ({ id: user.id, type, slug })),
        },
      };
    },
  });
}
