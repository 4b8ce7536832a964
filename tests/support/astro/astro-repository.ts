/** Returns files of an Astro site with a collection of `posts` articles, and one of authors. */
export function astroFiles(posts = 2): Record<string, string> {
  const numbers = Array.from({ length: posts }, (_, place) => place + 1);
  return {
    "package.json": "{}\n",
    "astro.config.mjs": "export default {};\n",
    "src/content.config.ts":
      'import { defineCollection } from "astro:content";\nexport const collections = { blog: defineCollection({}), authors: defineCollection({}) };\n',
    ...Object.fromEntries(
      numbers.map((number) => [
        `src/content/blog/post-${number}.md`,
        `---\ntitle: Post ${number} # as it was\ndate: 2024-01-0${(number % 9) + 1}\n---\n\nText ${number}.\n`,
      ]),
    ),
    "src/content/authors/ann.md": "---\nname: Ann\n---\n",
    "src/pages/index.astro": "<h1>Hi</h1>\n",
  };
}
