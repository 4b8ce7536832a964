import { expect, test } from "vitest";
import { mediaFilePath, publicAddress } from "./public-paths.ts";

const record = { sha256: "0123456789abcdef".repeat(4), filename: "ä b.jpg" };

test("builds media paths with the first 16 digits of the hash", () => {
  expect(mediaFilePath(record)).toBe("media/0123456789abcdef/ä b.jpg");
  expect(mediaFilePath(record, { width: 320, format: "avif" })).toBe(
    "media/0123456789abcdef/320.avif",
  );
});

test("percent-encodes URLs, but not paths", () => {
  expect(publicAddress("https://x.test/s", mediaFilePath(record))).toBe(
    "https://x.test/s/media/0123456789abcdef/%C3%A4%20b.jpg",
  );
});
