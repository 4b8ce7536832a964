import { expect, test } from "vitest";
import { insertHead, readAdoptable } from "./adoptable-file.ts";

const HEAD = { id: "eaaaaaaaaaaaaaaaaaaa", schema: 1, createdAt: "2026-01-01T00:00:00.000Z" };
const LINES = `id: ${HEAD.id}\nschema: 1\ncreatedAt: ${HEAD.createdAt}\n`;

function inserted(text: string, head: Partial<typeof HEAD> = HEAD, isPlain = false): string {
  return Buffer.from(insertHead(Buffer.from(text), head, { isPlain })).toString();
}

test.each([
  ["front matter", "---\ntitle: A # why\n---\nText\n", `---\n${LINES}title: A # why\n---\nText\n`],
  ["no front matter", "# Text\n", `---\n${LINES}---\n# Text\n`],
  ["no content", "", `---\n${LINES}---\n`],
  ["a byte order mark", "\uFEFF---\ntitle: A\n---\n", `\uFEFF---\n${LINES}title: A\n---\n`],
  ["spaces after the fence", "---  \ntitle: A\n---\n", `---  \n${LINES}title: A\n---\n`],
])("keeps every other byte of a file with %s", (_what, before, after) => {
  expect(inserted(before)).toBe(after);
});

test.each([
  ["\n---\ntitle: A\n---\n", "has blank lines before its front matter"],
  ["\n+++\ntitle = 'A'\n+++\n", "has blank lines before its front matter"],
  ['{ "title": "A" }\n', "has JSON front matter"],
])("rejects front matter that cannot be an entry's: %j", (text, why) => {
  expect(readAdoptable("a.md", Buffer.from(text))).toMatchObject({
    code: "frontmatter_language",
    message: expect.stringContaining(why),
  });
});

test("rejects a pointer of Git LFS", () => {
  const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:aa\nsize 5\n";
  expect(readAdoptable("a.md", Buffer.from(pointer))).toMatchObject({
    message: expect.stringContaining("Git LFS pointer"),
  });
});

test("uses the line breaks of the file", () => {
  const lines = LINES.replaceAll("\n", "\r\n");
  expect(inserted("---\r\ntitle: A\r\n---\r\n")).toBe(`---\r\n${lines}title: A\r\n---\r\n`);
  expect(inserted("Text\r\n")).toBe(`---\r\n${lines}---\r\nText\r\n`);
});

test("adds only missing keys, and no fences to a data file", () => {
  expect(inserted("---\nid: x\n---\n", { schema: 1 })).toBe("---\nschema: 1\nid: x\n---\n");
  expect(inserted("---\nid: x\n---\n", {})).toBe("---\nid: x\n---\n");
  expect(inserted("name: A\n", { schema: 1 }, true)).toBe("schema: 1\nname: A\n");
});
