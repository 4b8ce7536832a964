const HOSTS: ReadonlySet<string> = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "youtu.be",
  "youtube-nocookie.com",
  "www.youtube-nocookie.com",
  "vimeo.com",
  "www.vimeo.com",
  "player.vimeo.com",
]);

/** Whether a text is an https URL of YouTube or Vimeo, by its parsed host: no user, no port. */
export function isEmbedUrl(text: string): boolean {
  if (/[\s\\]/.test(text)) return false;
  const url = URL.parse(text);
  if (url === null || url.protocol !== "https:" || url.username !== "" || url.password !== "")
    return false;
  return url.port === "" && HOSTS.has(url.hostname) && url.pathname.length > 1;
}
