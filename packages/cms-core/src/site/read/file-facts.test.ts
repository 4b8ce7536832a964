import { expect, test } from "vitest";
import { readEntryFacts } from "./file-facts.ts";

const ID = "eaaaaaaaaaaaaaaaaaaa";
const TYPE = { apiId: "posts", kind: "list", label: "Posts", fields: [] } as const;
const STATE = { type: TYPE, versions: new Map([[1, { ...TYPE, version: 1 }]]) };

test.each([
  `id: ${ID}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
  `"id": ${ID}\nschema: 1\ncreatedAt: 2026-01-01T00:00:00.000Z\n`,
  `{ id: ${ID}, schema: 1, createdAt: "2026-01-01T00:00:00.000Z" }\n`,
  `id: ${ID}\nschema: 7\n`,
])("finds the id of an entry in any notation, also if the entry is unreadable: %j", (yaml) => {
  const file = { path: "content/posts/a.yml", bytes: Buffer.from(yaml) };

  const read = readEntryFacts(file, { apiId: "posts", slug: "a", object: false }, STATE);

  expect(read).toMatchObject({ id: ID, placed: true });
});
