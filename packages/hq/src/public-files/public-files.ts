import { type RequestHandler, Router, static as serveFolder } from "express";
import { crossOriginRead } from "../http/cross-origin.ts";
import { decodePath } from "../http/guard-url.ts";
import { onlyMethods } from "../http/send-problem.ts";

/** The only paths that are served: a site's JSON and its media, no dot files, no way up. */
const PUBLIC_PATH = /^\/s[a-z2-7]{19}\/(api|media)((?:\/(?!\.)[^/\\]+)+)$/;

/** Pictures without scripts. Everything else is downloaded; in a page it shows and plays all the same. */
const SHOWN_INLINE = /\.(?:avif|gif|jpe?g|png|webp)$/i;

/**
 * Serves the published files of every site from the public folder (contracts, section 3), in the
 * forms that contracts name: JSON is revalidated, media never change under their address.
 */
export function publicFiles(folder: string): Router {
  const json = serveFolder(folder, { ...COMMON, acceptRanges: false, setHeaders: jsonHeaders });
  const media = serveFolder(folder, { ...COMMON, setHeaders: mediaHeaders });
  const serve: RequestHandler = (request, response, next) => {
    const [, kind] = PUBLIC_PATH.exec(decodePath(request.path)) ?? [];
    if (kind === undefined) next();
    else if (kind === "api") json(request, response, next);
    else media(request, response, next);
  };
  return Router()
    .use(crossOriginRead({ allow: ["If-None-Match", "Range"], expose: ["ETag"] }))
    .use(onlyMethods("GET", "HEAD"))
    .use(serve);
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
  response.setHeader("Cache-Control", "public, max-age=0, must-revalidate");
  response.setHeader("Vary", "Accept-Encoding");
};

const mediaHeaders: SetHeaders = (response, path, stat) => {
  response.setHeader("ETag", fileTag(stat));
  response.setHeader("Cache-Control", "public, max-age=31536000, immutable");
  // Uploaded files open on this origin: a browser must not run what is in them (WEB-04).
  response.setHeader("Content-Security-Policy", "sandbox; default-src 'none'");
  if (!SHOWN_INLINE.test(path)) response.setHeader("Content-Disposition", "attachment");
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
