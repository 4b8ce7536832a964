/** A video behind an embed field's URL. */
export interface EmbeddedVideo {
  readonly provider: "youtube" | "vimeo";
  readonly id: string;
  /** Address of the player, which sets no cookies before it plays. */
  readonly playerUrl: string;
  /** Address of the video's page. */
  readonly pageUrl: string;
}

const YOUTUBE_ID = /^[\w-]{11}$/;
const YOUTUBE_HOSTS = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
]);
const VIMEO_HOSTS = new Set(["vimeo.com", "www.vimeo.com", "player.vimeo.com"]);

/** The YouTube or Vimeo video that `url` shows; `undefined` for any other address. */
export function parseEmbedUrl(url: string): EmbeddedVideo | undefined {
  if (!URL.canParse(url)) return undefined;
  const parsed = new URL(url);
  if (parsed.protocol !== "https:" && parsed.protocol !== "http:") return undefined;
  if (parsed.hostname === "youtu.be") return youtube(parsed.pathname.slice(1), parsed);
  if (YOUTUBE_HOSTS.has(parsed.hostname)) return youtube(youtubeId(parsed), parsed);
  return VIMEO_HOSTS.has(parsed.hostname) ? vimeo(parsed) : undefined;
}

function youtubeId(url: URL): string {
  const path = /^\/(?:shorts|embed|live|v)\/([^/]+)/.exec(url.pathname)?.[1];
  return path ?? (url.pathname === "/watch" ? (url.searchParams.get("v") ?? "") : "");
}

function youtube(id: string, url: URL): EmbeddedVideo | undefined {
  if (!YOUTUBE_ID.test(id)) return undefined;
  const start = seconds(url.searchParams.get("t") ?? url.searchParams.get("start"));
  const query = start === undefined ? "?autoplay=1" : `?autoplay=1&start=${start}`;
  return {
    provider: "youtube",
    id,
    playerUrl: `https://www.youtube-nocookie.com/embed/${id}${query}`,
    pageUrl: `https://www.youtube.com/watch?v=${id}`,
  };
}

/** `90`, `90s`, `1m30s`, `1h2m3s`. */
function seconds(text: string | null): number | undefined {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text ?? "");
  if (!parts || text === null || text === "") return undefined;
  const [, hours, minutes, rest] = parts;
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(rest ?? 0);
}

function vimeo(url: URL): EmbeddedVideo | undefined {
  const match = /^\/(?:video\/|channels\/[\w-]+\/)?(\d{1,12})(?:\/([0-9a-f]{6,20}))?\/?$/.exec(
    url.pathname,
  );
  const id = match?.[1];
  if (id === undefined) return undefined;
  const hash = match?.[2] ?? url.searchParams.get("h") ?? "";
  const secret = /^[0-9a-f]{6,20}$/.test(hash) ? hash : undefined;
  return {
    provider: "vimeo",
    id,
    playerUrl: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${secret ? `&h=${secret}` : ""}`,
    pageUrl: `https://vimeo.com/${id}${secret ? `/${secret}` : ""}`,
  };
}
