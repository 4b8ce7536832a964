import { expect, test } from "vitest";
import { copyText } from "./bytes.ts";

test("copyText returns an equal text", () => {
  for (const text of ["", "e3333333333333333333", "日本語のスラッグ", "😀 ä"]) {
    expect(copyText(text)).toBe(text);
  }
});
