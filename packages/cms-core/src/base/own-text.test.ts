import { expect, test } from "vitest";
import { copyText } from "./bytes.ts";

test("a text of its own says the same", () => {
  for (const text of ["", "e3333333333333333333", "日本語のスラッグ", "😀 ä"]) {
    expect(copyText(text)).toBe(text);
  }
});
