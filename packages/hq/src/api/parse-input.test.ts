import { CmsError } from "@loam/cms-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { parseInput } from "./read-request.ts";

const schemas = {
  query: z.object({ limit: z.coerce.number().int().min(1).max(100).optional() }),
  body: z.strictObject({
    name: z.string().min(1).max(3),
    kind: z.enum(["list", "object"]),
    count: z.number().int().optional(),
    url: z.url().optional(),
    on: z.boolean().optional(),
    tags: z.array(z.string()).min(1).max(2).optional(),
    field: z
      .discriminatedUnion("type", [
        z.strictObject({ type: z.literal("a") }),
        z.strictObject({ type: z.literal("b") }),
      ])
      .optional(),
  }),
};

function refusal(raw: { readonly query?: Record<string, string>; readonly body?: unknown }) {
  try {
    parseInput(schemas, { params: {}, query: {}, body: undefined, ...raw });
  } catch (error) {
    if (error instanceof CmsError) return error;
    throw error;
  }
  throw new Error("It was accepted.");
}

test.each<[unknown, string, string]>([
  [undefined, "", "Required."],
  [[], "", "Must be an object."],
  [{ kind: "list" }, "name", "Required."],
  [{ name: 1, kind: "list" }, "name", "Must be text."],
  [{ name: "", kind: "list" }, "name", "Must not be empty."],
  [{ name: "long", kind: "list" }, "name", "Must have at most 3 characters."],
  [{ name: "a", kind: "lst" }, "kind", 'Must be one of "list", "object".'],
  [{ name: "a", kind: "list", count: 1.5 }, "count", "Must be a whole number."],
  [{ name: "a", kind: "list", url: "x" }, "url", "Must be a URL."],
  [{ name: "a", kind: "list", on: "yes" }, "on", "Must be true or false."],
  [{ name: "a", kind: "list", tags: ["a", "b", "c"] }, "tags", "Must have at most 2 items."],
  [{ name: "a", kind: "list", field: { type: "c" } }, "field.type", 'Must be one of "a", "b".'],
  [{ name: "a", kind: "list", role: "admin" }, "role", "Unknown key."],
])("reports the path and the expected value for %j", (body, path, message) => {
  const { code, issues } = refusal({ body });
  expect(code).toBe("invalid");
  expect(issues.map(({ field = "", message: text }) => [field, text])).toEqual([[path, message]]);
});

test.each([
  ["x", "limit: Must be a number."],
  ["0", "limit: Must be at least 1."],
  ["101", "limit: Must be at most 100."],
])("reports the name of an invalid parameter of %s", (limit, message) => {
  const error = refusal({ query: { limit }, body: { name: "a", kind: "list" } });
  expect([error.code, error.message]).toEqual(["invalid_request", message]);
});

test("reports the name of a parameter that contains NUL", () => {
  const given = { params: {}, query: { q: "a\0" }, body: undefined };
  expect(() => parseInput({ query: z.object({ q: z.string() }) }, given)).toThrow(
    expect.objectContaining({ code: "invalid_encoding", details: { param: "q" } }),
  );
});
