import { publicHeaders } from "@loam/cms-core/publish";
import { type RequestHandler, Router, static as serveFolder } from "express";
import { crossOriginRead, PAGE_HEADERS } from "../../platform/http/security-headers.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { sendInPlaceOf } from "../../platform/storage/send-media.ts";
import { MEDIA_POLICY, serveFromBucket } from "../../platform/storage/serve-from-bucket.ts";
import type { Storages } from "../../platform/storage/storages.ts";
import { createPublicMediaCheck } from "./check-public-media.ts";
import { CROSS_ORIGIN, fileTag, parsePublicAddress } from "./public-address.ts";

/**
 * Serves the published files of all sites (contracts, section 3): JSON is revalidated, media are immutable. Short JSON
 * in a folder is handled before it by `createPublicJson`.
 */
export function publicFiles(storages: Storages): Router {
  const source = storages.publicSource;
  const check = createPublicMediaCheck(storages);
  const serve =
    source.kind === "folder" ? serveFromFolder(source.folder) : serveFromBucket(source.bucket);
  return Router()
    .use(onlyOfData)
    .use(crossOriginRead(CROSS_ORIGIN))
    .use(onlyMethods("GET", "HEAD"))
    .use(async (request, response, next) => {
      const address = parsePublicAddress(request.path);
      if (address === undefined) return next();
      const path = address.path.slice(1);
      const media = address.kind === "media" ? await check(path) : undefined;
      if (media?.kind === "from media storage") {
        const storage = await storages.openMedia();
        return sendInPlaceOf(path, { request, response }, { storage, key: media.key });
      }
      return serve(request, response, next);
    });
}

const onlyOfData: RequestHandler = (_request, response, next) => {
  for (const name of PAGE_HEADERS) response.removeHeader(name);
  next();
};

function serveFromFolder(folder: string): RequestHandler {
  const json = serveFolder(folder, { ...COMMON, acceptRanges: false, setHeaders: jsonHeaders });
  const media = serveFolder(folder, { ...COMMON, setHeaders: mediaHeaders });
  return (request, response, next) => {
    const serve = parsePublicAddress(request.path)?.kind === "api" ? json : media;
    serve(request, response, next);
  };
}

type FolderOptions = NonNullable<Parameters<typeof serveFolder>[1]>;

const COMMON: FolderOptions = {
  cacheControl: false,
  dotfiles: "ignore",
  etag: false,
  index: false,
  lastModified: false,
  redirect: false,
};

type SetHeaders = NonNullable<FolderOptions["setHeaders"]>;

const jsonHeaders: SetHeaders = (response, _path, stat) => {
  response.setHeader("ETag", fileTag(stat));
  response.setHeader("Cache-Control", publicHeaders("").cacheControl);
  response.setHeader("Vary", "Accept-Encoding");
};

const mediaHeaders: SetHeaders = (response, path, stat) => {
  const { cacheControl, contentDisposition } = publicHeaders(path, "");
  response.setHeader("ETag", fileTag(stat));
  response.setHeader("Cache-Control", cacheControl);
  response.setHeader("Content-Security-Policy", MEDIA_POLICY);
  if (contentDisposition !== undefined) {
    response.setHeader("Content-Disposition", contentDisposition);
  }
};
