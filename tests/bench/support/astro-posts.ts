import { writeFile } from "node:fs/promises";
import type { AstroProject } from "../../support/astro/astro-project.ts";
import type { EntrySpec, TypeSpec } from "../../support/astro/published-site.ts";

/** Number of authors of the posts. */
export const AUTHORS = 50;

/** Returns posts and authors as published by HQ. */
export function siteTypes(posts: readonly EntrySpec[]): readonly TypeSpec[] {
  return [
    {
      apiId: "authors",
      fields: [{ apiId: "name", type: "text", required: true }],
      entries: Array.from({ length: AUTHORS }, (_, at) => makeAuthor(at)),
    },
    {
      apiId: "posts",
      fields: [
        { apiId: "title", type: "text", required: true },
        { apiId: "summary", type: "textarea" },
        { apiId: "tags", type: "text", multiple: true },
        { apiId: "date", type: "date" },
        { apiId: "hero", type: "media" },
        { apiId: "author", type: "reference", to: ["authors"] },
        {
          apiId: "faq",
          type: "repeat",
          fields: [
            { apiId: "question", type: "text" },
            { apiId: "answer", type: "textarea" },
          ],
        },
        { apiId: "content", type: "richtext" },
      ],
      entries: posts,
    },
  ];
}

export function makeAuthor(at: number): EntrySpec {
  return {
    id: `eauthor${String(at).padStart(13, "2")}`,
    slug: `author-${at}`,
    name: `Author ${at}`,
  };
}

export function makePost(at: number, edition: number): EntrySpec {
  const media = `https://cdn.example.test/s1/media/${(at * 7919).toString(16).padStart(16, "0")}`;
  const widths = [320, 640, 960, 1280, 1920];
  return {
    id: `epost${String(at).padStart(15, "2")}`,
    slug: `post-${at}`,
    title: `Post number ${at}${edition === 0 ? "" : `, edition ${edition}`}`,
    summary: `What happened on day ${at}, and what we made of it.`,
    tags: [`tag-${at % 20}`, `tag-${at % 7}`],
    date: `2025-${String((at % 12) + 1).padStart(2, "0")}-${String((at % 28) + 1).padStart(2, "0")}`,
    hero: {
      id: `mhero${String(at).padStart(15, "2")}`,
      url: `${media}/hero.jpg`,
      object_key: `s1/media/${at}/hero.jpg`,
      filename: "hero.jpg",
      mime_type: "image/jpeg",
      byte_size: 240_000 + at,
      width: 2400,
      height: 1600,
      alt: `Picture ${at}`,
      variants: widths.map((width) => ({ width, format: "webp", url: `${media}/${width}.webp` })),
    },
    author: makeAuthor(at % AUTHORS),
    faq: [
      { question: `Why ${at}?`, answer: "Because it was there." },
      { question: "What next?", answer: `Number ${at + 1}.` },
    ],
    content: makeBody(at),
  };
}

const SENTENCE =
  "The field lay fallow for a year, and **the soil** got better with every [shower](https://example.test/rain) that fell on it. ";

/** Returns about 2.8 KB of Markdown. Every fifth text has a code block. */
function makeBody(at: number): string {
  const paragraphs = Array.from(
    { length: 5 },
    (_, part) =>
      `## Part ${part + 1} of ${at}\n\n${SENTENCE.repeat(4)}\n\n- one\n- two *and* ${at}`,
  );
  const code =
    at % 5 === 0 ? `\n\n\`\`\`ts\nconst day: number = ${at};\nawait rain(day);\n\`\`\`` : "";
  return `${paragraphs.join("\n\n")}${code}`;
}

/** Writes the same values as front matter, with references by name and the rich text as the body. */
export async function writeMarkdown(
  project: AstroProject,
  posts: readonly EntrySpec[],
  at: number,
): Promise<void> {
  const { content, author: _, ...data } = posts[at] ?? makePost(at, 0);
  const author = makeAuthor(at % AUTHORS).slug;
  const lines = Object.entries({ ...data, author }).map(
    ([key, value]) => `${key}: ${JSON.stringify(value)}`,
  );
  await writeFile(
    project.path(`posts/${data.slug}.md`),
    `---\n${lines.join("\n")}\n---\n\n${String(content)}\n`,
  );
}
