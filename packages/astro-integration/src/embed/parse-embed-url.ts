import { parseVideoAddress } from "@loam/cms-core";

/** The video at an embed field's URL. */
export interface EmbeddedVideo {
  readonly provider: "youtube" | "vimeo";
  readonly id: string;
  /** URL of the player, which sets no cookies before it plays. */
  readonly playerUrl: string;
  /** URL of the video's page. */
  readonly pageUrl: string;
}

/** Parses the URL of a YouTube or Vimeo video; `undefined` for any other URL. */
export function parseEmbedUrl(url: string): EmbeddedVideo | undefined {
  const video = parseVideoAddress(url.replace(/^http:/i, "https:"));
  if (video === undefined) return undefined;
  const { provider, id, secret } = video;
  if (provider === "vimeo") {
    return {
      provider,
      id,
      playerUrl: `https://player.vimeo.com/video/${id}?autoplay=1&dnt=1${secret ? `&h=${secret}` : ""}`,
      pageUrl: `https://vimeo.com/${id}${secret ? `/${secret}` : ""}`,
    };
  }
  const { searchParams } = new URL(url);
  const start = seconds(searchParams.get("t") ?? searchParams.get("start"));
  const query = start === undefined ? "?autoplay=1" : `?autoplay=1&start=${start}`;
  return {
    provider,
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
