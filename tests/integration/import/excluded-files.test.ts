import { describe, expect, test } from "vitest";
import { post } from "./import-into.ts";
import { importTree } from "./import-tree.ts";

describe("files excluded from the build stay drafts", () => {
  test("for MkDocs, VitePress, and Docusaurus", async () => {
    const mkdocs = await importTree({
      "mkdocs.yml":
        "site_name: A\nexclude_docs: |\n  internal/\n  *.wip.md\n  !shown.wip.md\ndraft_docs: /later.md\nmarkdown_extensions:\n  - pymdownx.emoji:\n      emoji_index: !!python/name:material.extensions.emoji.twemoji\n",
      "docs/a.md": post("title: A"),
      "docs/internal/b.md": post("title: B"),
      "docs/c.wip.md": post("title: C"),
      "docs/shown.wip.md": post("title: D"),
      "docs/later.md": post("title: E"),
    });
    expect(mkdocs.off).toEqual(["docs/c.wip.md", "docs/internal/b.md", "docs/later.md"]);
    const vitepress = await importTree({
      "docs/.vitepress/config.mts": "export default { srcExclude: ['**/wip.md', \"later\"] };\n",
      "docs/a.md": post("title: A"),
      "docs/guide/wip.md": post("title: B"),
      "docs/later/c.md": post("title: C"),
    });
    expect(vitepress.off).toEqual(["docs/guide/wip.md", "docs/later/c.md"]);
    const docusaurus = await importTree({
      "docusaurus.config.js": "export default {};\n",
      "docs/a.md": post("title: A"),
      "docs/_parts/b.md": post("title: B"),
      "docs/__tests__/c.md": post("title: C"),
    });
    expect(docusaurus.off).toEqual(["docs/__tests__/c.md", "docs/_parts/b.md"]);
  });

  test("for Eleventy, by ignore files and configuration", async () => {
    const { off } = await importTree({
      ".eleventy.js": 'module.exports = (config) => { config.ignores.add("./wip/**"); };\n',
      ".eleventyignore": "# not yet\nposts/secret*\n!posts/secret-santa.md\n",
      ".gitignore": "local/\n",
      "posts/.eleventyignore": "later/\n",
      "posts/a.md": post("title: A"),
      "posts/secret-plan.md": post("title: Plan"),
      "posts/secret-santa.md": post("title: Santa"),
      "posts/later/b.md": post("title: B"),
      "later/c.md": post("title: C"),
      "local/d.md": post("title: D"),
      "wip/e.md": post("title: E"),
    });
    expect(off).toEqual(["local/d.md", "posts/later/b.md", "posts/secret-plan.md", "wip/e.md"]);
  });

  test("for Eleventy, by .gitignore if configured", async () => {
    const { off } = await importTree({
      "eleventy.config.js":
        "export default (config) => { config.setUseGitIgnore(false); config.ignores.add(drafts); };\n",
      ".gitignore": "local/\n",
      "local/d.md": post("title: D"),
      "posts/a.md": post("title: A"),
    });
    expect(off).toEqual([]);
  });

  test("for Hugo, by regular expressions and mounts", async () => {
    const { off } = await importTree({
      "hugo.toml":
        'baseURL = "https://example.org/"\nignoreFiles = ["\\\\.wip\\\\.md$", "/internal/", "("]\n[module]\n[[module.mounts]]\nsource = "content"\ntarget = "content"\nexcludeFiles = ["later/**"]\n',
      "content/posts/a.md": post("title: A"),
      "content/posts/b.wip.md": post("title: B"),
      "content/posts/internal/c.md": post("title: C"),
      "content/later/d.md": post("title: D"),
    });
    expect(off).toEqual([
      "content/later/d.md",
      "content/posts/b.wip.md",
      "content/posts/internal/c.md",
    ]);
  });

  test("for Hugo, with expressions of exponential complexity", async () => {
    const { off } = await importTree({
      "hugo.yaml": 'baseURL: https://example.org/\nIgnoreFiles: "(a+)+$"\n',
      [`content/posts/${"a".repeat(100)}.md`]: post("title: A"),
    });
    expect(off).toEqual([]);
  });

  test("for Zola, by globs", async () => {
    const { off } = await importTree({
      "config.toml":
        'base_url = "https://example.org"\nignored_content = ["drafts*", "**/*.x.md"]\n',
      "content/posts/a.md": post("title: A"),
      "content/posts/b.x.md": post("title: B"),
      "content/drafts-2024/c.md": post("title: C"),
    });
    expect(off).toEqual(["content/drafts-2024/c.md", "content/posts/b.x.md"]);
  });

  test("for Astro, if no collection includes the file", async () => {
    const { off } = await importTree({
      "astro.config.mjs": "export default {};\n",
      "src/content.config.ts": `
        const blog = defineCollection({ loader: glob({ pattern: ["**/[^_]*.(md|mdx)", "!wip/**"], base: "./src/content/blog" }) });
        const notes = defineCollection({ loader: glob({ pattern: PATTERN, base: "./src/content/notes" }) });
        const docs = defineCollection({ loader: glob({ pattern: [...ALL, "!old/**"], base: "./src/content/docs" }) });
        export const collections = { blog, notes, docs };`,
      "src/content/blog/a.md": post("title: A"),
      "src/content/blog/b.mdx": post("title: B"),
      "src/content/blog/wip/c.md": post("title: C"),
      "src/content/notes/d.md": post("title: D"),
      "src/content/docs/e.md": post("title: E"),
      "src/content/docs/old/f.md": post("title: F"),
    });
    expect(off).toEqual(["src/content/blog/wip/c.md", "src/content/docs/old/f.md"]);
  });
});
