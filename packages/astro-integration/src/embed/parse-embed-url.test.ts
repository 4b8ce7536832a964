import { expect, test } from "vitest";
import { parseEmbedUrl } from "./parse-embed-url.ts";

const YOUTUBE = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?autoplay=1";
const VIMEO = "https://player.vimeo.com/video/76979871?autoplay=1&dnt=1";

test.for([
  ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", YOUTUBE],
  ["https://youtube.com/watch?list=x&v=dQw4w9WgXcQ", YOUTUBE],
  ["https://youtu.be/dQw4w9WgXcQ?t=1m5s", `${YOUTUBE}&start=65`],
  ["https://youtu.be/dQw4w9WgXcQ?t=90", `${YOUTUBE}&start=90`],
  ["https://m.youtube.com/shorts/dQw4w9WgXcQ", YOUTUBE],
  ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", YOUTUBE],
  ["https://vimeo.com/76979871", VIMEO],
  ["https://vimeo.com/76979871/0123456789", `${VIMEO}&h=0123456789`],
  ["https://player.vimeo.com/video/76979871?h=0123456789", `${VIMEO}&h=0123456789`],
] as const)("returns the provider's player for %s", ([url, player]) => {
  expect(parseEmbedUrl(url)?.playerUrl).toBe(player);
});

test.for([
  "https://youtube.com.evil.test/watch?v=dQw4w9WgXcQ",
  "https://evil.test/?youtube.com/watch?v=dQw4w9WgXcQ",
  "javascript:alert(1)//youtube.com/watch?v=dQw4w9WgXcQ",
  "https://www.youtube.com/watch?v=short",
  "https://youtu.be/dQw4w9WgXcQ%22onload",
  "https://vimeo.com/about",
  "not a url",
])("does not treat %s as a video", (url) => {
  expect(parseEmbedUrl(url)).toBeUndefined();
});
