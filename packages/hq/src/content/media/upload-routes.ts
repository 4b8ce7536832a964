import { CmsError } from "@loam/cms-core";
import { MEDIA_LIMITS } from "@loam/cms-core/media";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { requireMediaQuota } from "../../people/workspaces/usage.ts";
import type { PartialUpload } from "../../platform/partial-uploads/kept-uploads.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { fetchMedia } from "./fetch-media.ts";
import { mediaAnswer, readShownMedia } from "./media-answer.ts";
import { readTusCreation } from "./tus-headers.ts";
import { withMetadata, refuseKnown, takeMedia } from "./upload-media.ts";

const UPLOADS = "/sites/{site}/media/uploads";
const UPLOAD = `${UPLOADS}/{upload}`;

const params = z.object({ upload: z.string() });

const ifKnown = z
  .enum(["add", "refuse"])
  .default("add")
  .meta({ description: "Whether to reject a file that the site already has (`media_known`)." });

const uploadAnswer: z.ZodType<PartialUpload, PartialUpload> = z
  .object({
    id: z.string(),
    filename: z.string(),
    size: z.int(),
    offset: z.int().meta({ description: "Number of bytes received." }),
    expiresAt: z.string(),
  })
  .meta({ id: "MediaUpload" });

/** Resumable uploads and downloads from a URL. */
export function uploadRoutes(services: SiteServices): readonly Route[] {
  return [...partRoutes(services), ...takingRoutes(services)];
}

function partRoutes(services: SiteServices): readonly Route[] {
  const { partialUploads: uploads } = services;
  return [
    defineRoute({
      method: "post",
      path: UPLOADS,
      id: "beginUpload",
      summary: "Start a resumable upload (tus 1.0.0). It can be resumed for a day",
      policy: onSite("media.write"),
      input: {},
      headers: z.object({
        "Upload-Length": z
          .string()
          .meta({ description: `Size in bytes, up to ${MEDIA_LIMITS.fileBytes}.` }),
        "Upload-Metadata": z.string().meta({
          description:
            "tus pairs: `filename`, and optionally `sha256` of the file in hexadecimal. With it, a file that the site already has is rejected (`media_known`) before it is sent.",
        }),
      }),
      status: 201,
      answer: uploadAnswer,
      handle: async ({ site, actor, request }) => {
        const { sha256, ...file } = readTusCreation(request);
        const { index } = await services.sites.content(site.id);
        const stored = sha256 && (await services.intake.hashOf(sha256));
        if (stored !== undefined) refuseKnown(await index.mediaOf(stored));
        await requireMediaQuota(services.hq.database, site.workspaceId, services.hq.config);
        const owner = { siteId: site.id, userId: actor.userId };
        const { upload, headers } = await uploads.create(owner, file);
        return { body: upload, headers };
      },
    }),
    defineRoute({
      method: "get",
      path: UPLOAD,
      id: "getUpload",
      summary: "Get the offset of an upload. The headers follow tus, also for HEAD",
      policy: onSite("media.write"),
      input: { params },
      answer: uploadAnswer,
      handle: async ({ site, actor, params: { upload: id } }) => {
        const owner = { siteId: site.id, userId: actor.userId };
        const { upload, headers } = await uploads.read(owner, id);
        return { body: upload, headers: { ...headers, "Cache-Control": "no-store" } };
      },
    }),
    defineRoute({
      method: "patch",
      path: UPLOAD,
      id: "continueUpload",
      summary: "Send the next part of an upload. Received bytes are kept if the connection breaks",
      policy: onSite("media.write"),
      input: { params },
      headers: z.object({
        "Upload-Offset": z.string().meta({ description: "Offset of this part." }),
      }),
      receives: "application/offset+octet-stream",
      answer: nothing,
      handle: async ({ site, actor, params: { upload: id }, request }) => {
        const owner = { siteId: site.id, userId: actor.userId };
        return { body: undefined, headers: await uploads.append(owner, id, request) };
      },
    }),
    defineRoute({
      method: "delete",
      path: UPLOAD,
      id: "dropUpload",
      summary: "Cancel an upload",
      policy: onSite("media.write"),
      input: { params },
      answer: nothing,
      handle: async ({ site, actor, params: { upload: id } }) => {
        const owner = { siteId: site.id, userId: actor.userId };
        return { body: undefined, headers: await uploads.remove(owner, id) };
      },
    }),
  ];
}

const alt = z.string().default("").meta({ description: "Alt text." });

/** Slightly above the real limit, so that longer names get a descriptive error. */
const folder = z
  .string()
  .max(600)
  .default("")
  .meta({ description: "Folder in the media library, with `/` between names; empty for none." });

function takingRoutes(services: SiteServices): readonly Route[] {
  const { sites, partialUploads: uploads } = services;
  return [
    defineRoute({
      method: "post",
      path: `${UPLOAD}/media`,
      id: "takeUpload",
      summary: "Create a media file from a finished upload, or replace the file of an existing one",
      policy: onSite("media.write"),
      commits: true,
      versioned: true,
      input: {
        params,
        body: z.strictObject({
          alt,
          folder,
          ifKnown,
          replaces: z.string().exactOptional().meta({
            description:
              "ID of the media record whose file is replaced. Its name, text, and references stay; `If-Match` refers to it. Live content changes when its entries are published again.",
          }),
        }),
      },
      status: 201,
      answer: mediaAnswer,
      handle: async ({ site, actor, params: { upload: id }, body, ifMatch }) => {
        const owner = { siteId: site.id, userId: actor.userId };
        const base = ifMatch === undefined ? {} : { base: ifMatch };
        const { record } = await uploads.take(owner, id, async ({ file, filename, ...upload }) => {
          if (upload.offset < upload.size) throw notWhole(upload);
          const to =
            body.replaces === undefined ? {} : { replaces: { id: body.replaces, ...base } };
          const receiving = { site, actor: siteActor(actor) };
          const how = { ifKnown: body.ifKnown, ...to };
          return takeMedia(services, receiving, how, async (ingest) => {
            const ingested = await ingest({ content: { file }, filename });
            return withMetadata(ingested, body);
          });
        });
        const { store } = await sites.content(site.id);
        const shown = await readShownMedia(store, record.id, services);
        return { body: shown, version: shown.version };
      },
    }),
    defineRoute({
      method: "post",
      path: "/sites/{site}/media/fetch",
      id: "fetchMedia",
      summary: "Fetch a file from a public URL and add it to the media library",
      policy: onSite("media.write"),
      commits: true,
      input: { body: z.strictObject({ url: z.string().min(1).max(2048), alt, folder, ifKnown }) },
      status: 201,
      answer: mediaAnswer,
      handle: async ({ site, actor, body }) => {
        const { record } = await fetchMedia(services, { site, actor: siteActor(actor), ...body });
        const { store } = await sites.content(site.id);
        const shown = await readShownMedia(store, record.id, services);
        return { body: shown, version: shown.version };
      },
    }),
  ];
}

function notWhole({ offset, size }: Pick<PartialUpload, "offset" | "size">): CmsError {
  return new CmsError(
    "upload_incomplete",
    `Received ${offset} of ${size} bytes. Send the rest, then try again.`,
    { details: { offset, size } },
  );
}
