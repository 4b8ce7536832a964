import { describe, expect, test } from "vitest";
import type { ContentType } from "../../model/content-type.ts";
import type { SiteConfig } from "../../model/site.ts";
import { classifyPath, entryPath, ledgerPath, mediaPath, typePath, versionPath } from "./layout.ts";

const SITE: SiteConfig = {
  id: "saaaaaaaaaaaaaaaaaaa",
  name: "Site",
  paths: { docs: "src/docs", about: "pages/about" },
  routes: {},
};
const ENTRY = "eaaaaaaaaaaaaaaaaaaa";
const MEDIA = "maaaaaaaaaaaaaaaaaaa";

function typeOf(apiId: string, kind: ContentType["kind"], rich: boolean): ContentType {
  const flags = { required: false, multiple: false };
  const type = rich ? "richtext" : "text";
  return { apiId, kind, label: "L", fields: [{ id: "t", apiId: "t", label: "T", type, ...flags }] };
}

// Must run before all other tests, because found types are cached.
test("does not recognize a path of a type without a name", () => {
  expect(classifyPath("content//a.md", SITE)).toEqual({ kind: "other" });
});

describe("a path", () => {
  const cases = [
    [typeOf("posts", "list", true), false, "content/posts/hello.md"],
    [typeOf("posts", "list", false), false, "content/posts/hello.yml"],
    [typeOf("posts", "list", true), true, "content/posts/78/hello.md"],
    [typeOf("docs", "list", true), false, "src/docs/hello.md"],
    [typeOf("home", "object", true), false, "content/home.md"],
    [typeOf("about", "object", false), false, "pages/about.yml"],
  ] as const;
  test.for(cases)("identifies an entry: %#", ([type, sharded, wanted]) => {
    const object = type.kind === "object";
    const slug = object ? type.apiId : "hello";
    const path = entryPath({ site: SITE, type, slug, sharded, id: ENTRY });
    expect(path.replace(/\/[0-9a-f]{2}\//, "/78/")).toBe(wanted);
    expect(classifyPath(path, SITE)).toEqual({ kind: "entry", apiId: type.apiId, slug, object });
  });

  test("identifies other files", () => {
    expect(classifyPath("site.yml", SITE)).toEqual({ kind: "site" });
    expect(classifyPath(typePath("posts"), SITE)).toEqual({ kind: "type", apiId: "posts" });
    expect(classifyPath(versionPath("posts", 12), SITE)).toEqual({
      kind: "version",
      apiId: "posts",
      version: 12,
    });
    expect(classifyPath(mediaPath(MEDIA), SITE)).toEqual({ kind: "media", id: MEDIA });
    expect(classifyPath(`media/${MEDIA}.yml`, SITE)).toEqual({ kind: "media", id: MEDIA });
    expect(classifyPath(`media/a/b/${MEDIA}.yml`, SITE)).toEqual({ kind: "media", id: MEDIA });
    expect(classifyPath(ledgerPath("posts", ENTRY), SITE)).toEqual({
      kind: "ledger",
      apiId: "posts",
      id: ENTRY,
    });
  });

  test("identifies a record in the flat folders of older versions", () => {
    const ledger = { kind: "ledger", apiId: "posts", id: ENTRY };
    expect(classifyPath(`ledger/posts/${ENTRY}.yml`, SITE)).toEqual(ledger);
  });

  test("of a record uses the last two characters of its id as the folder", () => {
    expect(mediaPath("maaaaaaaaaaaaaaaaaxy")).toBe("media/xy/maaaaaaaaaaaaaaaaaxy.yml");
    expect(ledgerPath("posts", "eaaaaaaaaaaaaaaaaaxy")).toBe(
      "ledger/posts/xy/eaaaaaaaaaaaaaaaaaxy.yml",
    );
  });

  test.for([
    "README.md",
    "content/README",
    "content/docs/a.txt",
    "content/posts/a/b/c.md",
    "content/posts/zz/a.md",
    "content/posts/a.txt",
    "content/__proto__/a.md",
    "content/index/a.md",
    "types/posts/versions/0.json",
    "types/posts/versions/1.yml",
    "Site.yml",
  ])("does not recognize %s", (path) => {
    expect(classifyPath(path, SITE)).toEqual({ kind: "other" });
  });

  test.for([
    ["content/posts/con.md", "invalid_slug"],
    ["content/posts/Hello.md", "invalid_slug"],
    [`content/posts/${ENTRY}.md`, "invalid_slug"],
    [String.raw`content/posts/a\b.md`, "invalid_slug"],
    ["content/docs/a.md", "invalid_path"],
    ["media/logo.yml", "invalid_path"],
    ["media/xx/logo.yml", "invalid_path"],
    ["types/Posts/type.yml", "invalid_path"],
    ["ledger/posts/x.yml", "invalid_path"],
    [`ledger/posts/zz/${ENTRY}.yml`, "invalid_path"],
  ])("IDP-01, IDP-05 reports %s in one of Loam's folders", ([path = "", code]) => {
    expect(classifyPath(path, SITE)).toMatchObject({ kind: "other", issue: { code, path } });
  });

  test("IDP-17 rejects names that are too long", () => {
    const type = typeOf("deep", "list", true);
    const site = {
      ...SITE,
      paths: { deep: Array.from({ length: 9 }, () => "x".repeat(120)).join("/") },
    };
    expect(() => entryPath({ site, type, slug: "a", sharded: false, id: ENTRY })).toThrow(
      "too long",
    );
  });
});
