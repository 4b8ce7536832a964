import { expect, test } from "vitest";
import { unreadIssue } from "./unread-file.ts";

const site = {
  id: "s",
  name: "Site",
  paths: { docs: "docs/**/*.{md,mdx}", news: "src/news/*.md", notes: "notes" },
  routes: {},
};
const apiIds = ["posts", "docs", "news", "notes"];

test.for([
  ["content/posts/2024/a.md", 'paths: { posts: "content/posts/**/*.md" }'],
  ["content/posts/a.mdx", 'paths: { posts: "content/posts/**/*.{md,mdx}" }'],
  ["content/posts/a.MD", "Rename the file so that it ends with .md"],
  ["content/posts/2024/a.mdown", "Rename the file so that it ends with .md"],
  ["notes/deep/a.md", 'paths: { notes: "notes/**/*.md" }'],
  ["src/news/2024/a.md", "match src/news/*.md"],
  ["src/news/a.mdx", "match src/news/*.md"],
  ["docs/a.markdown", "match docs/**/*.{md,mdx}"],
  ["docs/guide/a.mdoc", "HQ does not support Markdoc files"],
] as const)("explains why %s is not an entry", ([path, reason]) => {
  const issue = unreadIssue(path, { site, apiIds });
  expect(issue).toMatchObject({ code: "invalid_path", path });
  expect(issue?.message).toContain(`${path} is not an entry: `);
  expect(issue?.message).toContain(reason);
});

test.for([
  "content/posts/a.md",
  "content/posts/2024/pic.png",
  "content/posts/_draft.mdx",
  "content/pages/2024/a.md",
  "docs/guide/a.md",
  "docs/_index.md",
  "src/a.md",
  "README.md",
])("reports nothing for %s", (path) => {
  expect(unreadIssue(path, { site, apiIds })).toBeUndefined();
});
