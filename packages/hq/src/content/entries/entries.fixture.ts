import { expect } from "vitest";
import type { Answer } from "../../server/manage-api.fixture.ts";
import type { SiteApi } from "../../server/site-api.fixture.ts";

const FIELDS = [
  { apiId: "title", label: "Title", type: "text", required: true },
  { apiId: "intro", label: "Intro", type: "textarea" },
  { apiId: "body", label: "Body", type: "richtext" },
  { apiId: "price", label: "Price", type: "number" },
  { apiId: "isNew", label: "New", type: "boolean" },
  { apiId: "day", label: "Day", type: "date" },
  {
    apiId: "kind",
    label: "Kind",
    type: "select",
    options: [
      { value: "a", label: "First" },
      { value: "b", label: "a" },
    ],
  },
  { apiId: "cover", label: "Cover", type: "media", accept: "image" },
  { apiId: "related", label: "Related", type: "reference", to: ["posts"], multiple: true },
  {
    id: "questions",
    apiId: "faq",
    label: "FAQ",
    type: "repeat",
    fields: [
      { id: "ask", apiId: "question", label: "Question", type: "text" },
      { id: "say", apiId: "answer", label: "Answer", type: "textarea" },
    ],
  },
];

/** Creates the list type `posts` and the object type `home` with published schemas. */
export async function makeTypes(hq: SiteApi): Promise<void> {
  for (const [apiId, kind, fields] of [
    ["posts", "list", FIELDS],
    ["home", "object", FIELDS.slice(0, 1)],
  ] as const) {
    await hq.ask("POST", "/types", { body: { apiId, kind, label: apiId, fields } });
    const { status } = await hq.ask("POST", `/types/${apiId}/schema/publish`);
    expect(status).toBe(200);
  }
}

export interface MadeEntry {
  readonly id: string;
  readonly version: string;
  readonly slug: string;
}

/** Creates a post and returns its identifiers. */
export async function makePost(
  hq: SiteApi,
  fields: Readonly<Record<string, unknown>>,
  slug?: string,
): Promise<MadeEntry> {
  const body = { fields, ...(slug !== undefined && { slug }) };
  const created = await hq.ask("POST", "/types/posts/entries", { body });
  expect([created.status, created.body["errors"]]).toEqual([201, undefined]);
  return madeEntry(created);
}

function madeEntry({ body }: Answer): MadeEntry {
  const { id, version, slug } = body;
  return { id: String(id), version: String(version), slug: String(slug) };
}
