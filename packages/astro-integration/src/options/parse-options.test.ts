import { expect, test } from "vitest";
import { parseOptions } from "./parse-options.ts";

test("returns valid options unchanged", () => {
  const options = {
    source: { kind: "files", url: "https://cdn.test/public/s1" },
    collections: { include: ["posts"], idFrom: "id" },
    references: "warn",
  };
  expect(parseOptions(options, "loam()")).toEqual(options);
  expect(parseOptions(undefined, "loam()")).toEqual({});
});

test.for([
  [{ source: { kind: "ftp", repo: "." } }, "unsupported_source", '{ kind: "git"'],
  [{ source: { kind: "git" } }, "invalid_options", '{ kind: "git", repo'],
  [{ source: { kind: "api", baseUrl: "x", siteId: "s1" } }, "invalid_options", "source.baseUrl"],
  [{ source: { kind: "files" } }, "invalid_options", "set either url or folder"],
  [{ source: { kind: "files", url: "ftp://a" } }, "invalid_options", "source.url"],
  [{ source: { kind: "files", url: "https://a.test", folder: "b" } }, "invalid_options", "either"],
  [{ sourse: {} }, "invalid_options", "sourse"],
  [{ collections: { idFrom: "title" } }, "invalid_options", "collections.idFrom"],
  ["posts", "invalid_options", "loam()"],
] as const)("rejects %j with %s", ([options, code, text]) => {
  expect(() => parseOptions(options, "loam()")).toThrow(
    expect.objectContaining({ code, message: expect.stringContaining(text) }),
  );
});
