import { expect, test } from "vitest";
import { readCollections } from "./astro-collections.ts";

test("reads schemas in constants and schemas based on others", () => {
  const [posts] = readCollections(`
const dates = { date: z.date(), updated: z.date().optional() };
const shared = z.object({ ...dates, kind: z.enum([
  "news", // or "olds"
  'a \\'quoted\\' one',
]) });
export const collections = { posts: defineCollection({ schema: shared }) };
`);
  expect(Object.fromEntries(posts?.demands ?? [])).toEqual({
    date: { required: true },
    updated: { required: false },
    kind: { required: true, options: ["news", String.raw`a \'quoted\' one`] },
  });
});

test("reads a configuration with unclosed brackets and quotes quickly", () => {
  const names = Array.from({ length: 8000 }, (_, index) => `a${index}`);
  const spread = names.map((name) => `...${name},`).join("");
  const open = names.map((name) => `const ${name}={;`).join("");
  const schema = `defineCollection({ schema: z.object({${spread}}) })`;
  expect(readCollections(`export const collections = { a: ${schema} };${open}`)).toHaveLength(1);
  const quotes = String.raw`"\"`.repeat(40_000);
  const quoted = `defineCollection({ schema: z.object({ a: z.enum([${quotes}]) }) })`;
  expect(readCollections(`export const collections = { a: ${quoted} };`)).toHaveLength(1);
});
