import type { EntrySpec, TypeSpec } from "./published-site.ts";

const MEDIA_URL = "https://cdn.example.test/s1/media/00ff";

/** An image with variants in two formats. */
export const HERO = {
  id: "mhero",
  url: `${MEDIA_URL}/hero.jpg`,
  object_key: "s1/media/00ff/hero.jpg",
  filename: "hero.jpg",
  mime_type: "image/jpeg",
  byte_size: 1234,
  width: 1200,
  height: 800,
  alt: "A field at dawn",
  variants: [
    { width: 320, format: "webp", url: `${MEDIA_URL}/320.webp` },
    { width: 640, format: "webp", url: `${MEDIA_URL}/640.webp` },
    { width: 320, format: "avif", url: `${MEDIA_URL}/320.avif` },
  ],
};

const ANN: EntrySpec = { id: "eann", slug: "ann", name: "Ann" };
const BOB: EntrySpec = { id: "ebob", slug: "bob", name: "Bob" };

/** Markdown that Astro's own renderer would lose, break, or let through. */
export const TRAPS = `---

before the second rule

---

<script>alert(1)</script>

![A field](${HERO.url}) [bad](javascript:alert(1))

\`\`\`ts
const day = 1;
\`\`\``;

/** Returns twelve posts, newest first; sorting by id would change the order. */
export function makePosts(): readonly EntrySpec[] {
  return Array.from({ length: 12 }, (_, at) => makePost(11 - at));
}

export function makePost(number: number, changes: object = {}): EntrySpec {
  return {
    id: `epost${number}`,
    slug: `post-${number}`,
    title: `Post ${number}`,
    pinned: number === 3,
    tags: [],
    hero: HERO,
    author: number === 4 ? { id: "egone" } : ANN,
    authors: [ANN, BOB],
    faq: [{ question: "Why?", who: BOB }],
    body: number === 11 ? TRAPS : `## Part\n\nText ${number}. ${"More of it. ".repeat(30)}`,
    ...changes,
  };
}

/** Returns a list type with every field type, one it references, and an object type. */
export function sampleTypes(posts: readonly EntrySpec[] = makePosts()): readonly TypeSpec[] {
  return [
    {
      apiId: "authors",
      fields: [{ apiId: "name", type: "text", required: true }],
      entries: [ANN, BOB],
    },
    {
      apiId: "home",
      kind: "object",
      fields: [{ apiId: "headline", type: "text" }],
      entries: [{ id: "ehome", slug: "home", headline: "Welcome" }],
    },
    {
      apiId: "posts",
      label: "Posts",
      fields: [
        { apiId: "title", type: "text", required: true },
        { apiId: "pinned", type: "boolean" },
        { apiId: "tags", type: "text", multiple: true },
        { apiId: "rating", type: "number" },
        { apiId: "kind", type: "select", options: ["News", "Story"] },
        { apiId: "hero", type: "media" },
        { apiId: "author", type: "reference", to: ["authors"] },
        { apiId: "authors", type: "reference", multiple: true, to: ["authors"] },
        {
          apiId: "faq",
          type: "repeat",
          fields: [
            { apiId: "question", type: "text", required: true },
            { apiId: "who", type: "reference", to: ["authors"] },
          ],
        },
        { apiId: "video", type: "embed" },
        { apiId: "body", type: "richtext" },
      ],
      entries: posts,
    },
  ];
}
