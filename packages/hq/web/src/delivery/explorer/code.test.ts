import { expect, test } from "vitest";
import { type CodeQuery, codeOf, LANGUAGES } from "./code.ts";

const ASKED: CodeQuery = {
  readApiUrl: "https://hq.example/api/public/cms/sabc",
  apiId: "posts",
  query: "filters=title%5Bequals%5DIt's&limit=5",
  drafts: false,
  isList: true,
};

test("quotes the URL of a query as a single argument", () => {
  expect(codeOf("curl", ASKED)).toBe(
    [
      `curl -H "X-CMS-API-KEY: $CMS_READ_KEY" \\`,
      String.raw`  'https://hq.example/api/public/cms/sabc/posts?filters=title%5Bequals%5DIt'\''s&limit=5'`,
    ].join("\n"),
  );
});

test("reads keys from the environment, and the draft key only for drafts", () => {
  for (const language of LANGUAGES) {
    expect(codeOf(language, ASKED)).toContain("CMS_READ_KEY");
    expect(codeOf(language, ASKED)).not.toContain("CMS_DRAFT_KEY");
    expect(codeOf(language, { ...ASKED, drafts: true })).toContain("CMS_DRAFT_KEY");
  }
  expect(codeOf("curl", { ...ASKED, query: "", drafts: true })).toContain(
    `sabc/posts'?draftKey='"$CMS_DRAFT_KEY"`,
  );
});

test("calls the microCMS client's method for a list, an object, or an entry", () => {
  expect(codeOf("sdk", ASKED)).toContain(`    filters: "title[equals]It's",\n    limit: 5,`);
  expect(codeOf("sdk", { ...ASKED, isList: false, query: "" })).toContain("client.getObject({");
  const one = codeOf("sdk", { ...ASKED, isList: false, entry: "</script>", query: "depth=2" });
  expect(one).toContain(String.raw`contentId: "\u003c/script>",`);
  expect(one).toContain("client.getListDetail({");
});
