/** The URL of a video on YouTube or Vimeo. */
export interface VideoAddress {
  readonly provider: "youtube" | "vimeo";
  readonly id: string;
  /** Secret in the URL of an unlisted video. */
  readonly secret?: string;
  /** Canonical URL, built only from host, format, and id. */
  readonly url: string;
}

const YOUTUBE: ReadonlySet<string> = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);
const VIMEO: ReadonlySet<string> = new Set(["vimeo.com", "www.vimeo.com"]);

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_PATH = /^\/(shorts|embed|live|v)\/([^/]+)\/?$/;
const VIMEO_PATH =
  /^\/(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/;
const VIMEO_SECRET = /^[0-9a-f]{6,20}$/;

/**
 * Parses an https URL of a video; undefined for any other text or page. The returned `url` contains only recognized
 * parts of the text.
 */
export function parseVideoAddress(text: string): VideoAddress | undefined {
  if (/[\s\\]/.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.port !== "") return undefined;
  if (url.username !== "" || url.password !== "") return undefined;
  const { hostname } = url;
  if (hostname === "youtu.be") return youtube(url.pathname.slice(1), "https://youtu.be/");
  if (YOUTUBE.has(hostname)) return youtubePage(url);
  if (hostname === "player.vimeo.com") {
    return vimeo(url, (id, secret) => `/video/${id}${secret && `?h=${secret}`}`);
  }
  return VIMEO.has(hostname)
    ? vimeo(url, (id, secret) => `/${id}${secret && `/${secret}`}`)
    : undefined;
}

function youtubePage({ hostname, pathname, searchParams }: URL): VideoAddress | undefined {
  const [, form, id] = YOUTUBE_PATH.exec(pathname) ?? [];
  if (id !== undefined) return youtube(id, `https://${hostname}/${form}/`);
  if (pathname !== "/watch") return undefined;
  return youtube(searchParams.get("v") ?? "", `https://${hostname}/watch?v=`);
}

function youtube(id: string, before: string): VideoAddress | undefined {
  return YOUTUBE_ID.test(id) ? { provider: "youtube", id, url: `${before}${id}` } : undefined;
}

function vimeo(
  { hostname, pathname, searchParams }: URL,
  path: (id: string, secret: string) => string,
): VideoAddress | undefined {
  const [, id, inPath] = VIMEO_PATH.exec(pathname) ?? [];
  if (id === undefined) return undefined;
  const secretText = inPath ?? searchParams.get("h") ?? "";
  const secret = VIMEO_SECRET.test(secretText) ? secretText : "";
  const url = `https://${hostname}${path(id, secret)}`;
  return { provider: "vimeo", id, ...(secret !== "" && { secret }), url };
}
