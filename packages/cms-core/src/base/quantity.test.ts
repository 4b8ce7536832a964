import { expect, test } from "vitest";
import { countOf, sizeOf } from "./quantity.ts";

test.each([
  [0, "0 entries"],
  [1, "1 entry"],
  [2, "2 entries"],
  [1_234_567, "1,234,567 entries"],
])("formats %d with a noun as %s", (count, text) => {
  expect(countOf(count, "entry", "entries")).toBe(text);
});

test("adds an s for the plural by default", () => {
  expect([countOf(1, "file"), countOf(3, "file")]).toEqual(["1 file", "3 files"]);
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1000, "1 kB"],
  [1500, "1.5 kB"],
  [1024, "1 KiB"],
  [999_999, "1 MB"],
  [1_234_567, "1.2 MB"],
  [8 * 1024 ** 2, "8 MiB"],
  [200 * 1024 ** 2, "200 MiB"],
  [1024 ** 3, "1 GiB"],
  [1_000_000_000, "1 GB"],
  [2_500_000_000_000, "2.5 TB"],
  [1024 * 1025, "1025 KiB"],
])("formats %d bytes as %s", (bytes, text) => {
  expect(sizeOf(bytes)).toBe(text);
});
