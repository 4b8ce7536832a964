import { describe, expect, test } from "vitest";
import { returnPath } from "./plain-page.ts";

describe("the path to return to (AUT-15)", () => {
  test.for(["/", "/sites/s1", "/sites/s1?tab=media#x", "/%2f%2fevil.test"])(
    "is kept if it is on this server: %s",
    (path) => expect(returnPath(path)).toBe(path),
  );

  test.for([
    undefined,
    "",
    "//evil.test",
    "https:evil.test",
    "https://evil.test",
    "/\\evil.test",
    "\\\\evil.test",
    "/\t/evil.test",
    "/..//evil.test",
    "/x\r\nSet-Cookie: a=b",
    "javascript:alert(1)",
    "evil.test",
    "/.//evil.test",
  ])("is the start page for anything else: %j", (path) => expect(returnPath(path)).toBe("/"));
});
