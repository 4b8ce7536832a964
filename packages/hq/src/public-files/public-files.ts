import { LIMITS } from "@loam/cms-core";
import { publicHeaders } from "@loam/cms-core/publish";
import { type RequestHandler, Router, static as serveFolder } from "express";
import { crossOriginRead } from "../http/cross-origin.ts";
import { decodePath } from "../http/guard-url.ts";
import { onlyMethods } from "../http/send-problem.ts";
import type { PublicSource } from "../storage/storages.ts";
import { MEDIA_POLICY, serveFromBucket } from "./serve-from-bucket.ts";

/** The only paths that are served: a site's JSON and its media, no dot files, no way up. */
const PUBLIC_PATH = /^\/s[a-z2-7]{19}\/(api|media)((?:\/(?!\.)[^/\\]+)+)$/;

/**
 * Serves the published files of every site (contracts, section 3), in the forms that contracts name:
 * JSON is revalidated, media never change under their address.
 */
export function publicFiles(source: PublicSource): Router {
  const serve =
    source.kind === "folder" ? serveFromFolder(source.folder) : serveFromBucket(source.bucket);
  return Router()
    .use(crossOriginRead({ allow: ["If-None-Match", "Range"], expose: ["ETag"] }))
    .use(onlyMethods("GET", "HEAD"))
    .use((request, response, next) =>
      canBeServed(decodePath(request.path)) ? serve(request, response, next) : next(),
    );
}

/** No file is published under a longer name, and some services fail at one. */
function canBeServed(path: string): boolean {
  return (
    PUBLIC_PATH.test(path) &&
    path.split("/").every((name) => Buffer.byteLength(name) <= LIMITS.pathSegmentBytes)
  );
}

function serveFromFolder(folder: string): RequestHandler {
  const json = serveFolder(folder, { ...COMMON, acceptRanges: false, setHeaders: jsonHeaders });
  const media = serveFolder(folder, { ...COMMON, setHeaders: mediaHeaders });
  return (request, response, next) => {
    const [, kind] = PUBLIC_PATH.exec(decodePath(request.path)) ?? [];
    if (kind === "api") json(request, response, next);
    else media(request, response, next);
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

interface FileStat {
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
}

/**
 * A strong tag without reading the file: published files are only ever replaced whole, by a new
 * inode with a new time, so no two contents share all three.
 */
function fileTag({ size, ino, mtimeMs }: FileStat): string {
  return `"${size.toString(36)}-${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
}
