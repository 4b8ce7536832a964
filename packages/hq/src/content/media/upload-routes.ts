import { CmsError } from "@loam/cms-core";
import { MEDIA_LIMITS } from "@loam/cms-core/media";
import { z } from "zod";
import { defineRoute, nothing, type Route } from "../../api/route.ts";
import { onSite } from "../../people/workspaces/policies.ts";
import { refuseFullStorage } from "../../people/workspaces/usage.ts";
import type { PartialUpload } from "../../platform/partial-uploads/kept-uploads.ts";
import { siteActor } from "../../sites/registry/site-content.ts";
import type { SiteServices } from "../../sites/services.ts";
import { fetchMedia } from "./fetch-media.ts";
import { mediaAnswer, readShownMedia } from "./media-answer.ts";
import { readTusCreation } from "./tus-headers.ts";
import { described, refuseKnown, takeMedia } from "./upload-media.ts";

const UPLOADS = "/sites/{site}/media/uploads";
const UPLOAD = `${UPLOADS}/{upload}`;

const params = z.object({ upload: z.string() });

const ifKnown = z
  .enum(["add", "refuse"])
  .default("add")
  .meta({ description: "Whether bytes that the site has already are refused (`media_known`)." });

const uploadAnswer: z.ZodType<PartialUpload, PartialUpload> = z
  .object({
    id: z.string(),
    filename: z.string(),
    size: z.int(),
    offset: z.int().meta({ description: "Bytes that came." }),
    expiresAt: z.string(),
  })
  .meta({ id: "MediaUpload" });

/** Files that arrive in parts, or from an address, and what becomes of them. */
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
      summary: "Begin an upload in parts (tus 1.0.0); a broken one goes on where it was, for a day",
      policy: onSite("media.write"),
      input: {},
      headers: z.object({
        "Upload-Length": z
          .string()
          .meta({ description: `Bytes, up to ${MEDIA_LIMITS.fileBytes}.` }),
        "Upload-Metadata": z.string().meta({
          description:
            "tus pairs: `filename`; with `sha256` of the file in hex, bytes that the site has already are refused (`media_known`) before they are sent.",
        }),
      }),
      status: 201,
      answer: uploadAnswer,
      handle: async ({ site, actor, request }) => {
        const { sha256, ...file } = readTusCreation(request);
        const { index } = await services.sites.content(site.id);
        const stored = sha256 && (await services.intake.hashOf(sha256));
        if (stored !== undefined) refuseKnown(await index.mediaOf(stored));
        await refuseFullStorage(services.hq.database, site.workspaceId, services.hq.config);
        const owner = { siteId: site.id, userId: actor.userId };
        const { upload, headers } = await uploads.create(owner, file);
        return { body: upload, headers };
      },
    }),
    defineRoute({
      method: "get",
      path: UPLOAD,
      id: "getUpload",
      summary: "How far an upload came; the headers are those of tus, also for HEAD",
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
      summary: "Send the next part of an upload; what came stays when the connection breaks",
      policy: onSite("media.write"),
      input: { params },
      headers: z.object({
        "Upload-Offset": z.string().meta({ description: "Where this part begins." }),
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
      summary: "Give up an upload",
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

const alt = z.string().default("").meta({ description: "Text for who does not see it." });

/** A little more than what fits: what is wrong with it is said in words. */
const folder = z
  .string()
  .max(600)
  .default("")
  .meta({ description: "Where the library keeps it, names with `/` between; empty for none." });

function takingRoutes(services: SiteServices): readonly Route[] {
  const { sites, partialUploads: uploads } = services;
  return [
    defineRoute({
      method: "post",
      path: `${UPLOAD}/media`,
      id: "takeUpload",
      summary: "Make a media file of an upload that is whole, or the new file of one that is there",
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
              "Media id that stays with its name, text and references; `If-Match` is of it. What is live changes when its entries are published again.",
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
            const taken = await ingest({ content: { file }, filename });
            return described(taken, body);
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
      summary: "Have HQ fetch a file from a public address, and take it as an upload is taken",
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
    `${offset} of ${size} bytes came. Send the rest, and ask again.`,
    { details: { offset, size } },
  );
}
