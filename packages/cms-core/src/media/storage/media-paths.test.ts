import { expect, test } from "vitest";
import { originalKey, variantKey } from "./media-storage.ts";

const sha256 = "0123456789abcdef".repeat(4);

test("derives storage keys from the hash, never from the name", () => {
  const record = { sha256, filename: "a.jpg" };

  expect(originalKey(record)).toBe(`01/${sha256}/original`);
  expect(variantKey(record, { width: 640, format: "webp" })).toBe(`01/${sha256}/640.webp`);
});
