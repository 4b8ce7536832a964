import { describe, expect, test } from "vitest";
import type { ContentType } from "../model/content-type.ts";
import { checkTargets } from "./check-type-change.ts";

const base = { label: "A", required: false, multiple: false } as const;

function refersTo(...to: readonly string[]): ContentType {
  const author = { ...base, id: "f00000001", apiId: "author", type: "reference", to } as const;
  const rows = {
    ...base,
    id: "f00000002",
    apiId: "rows",
    type: "repeat",
    fields: [author],
  } as const;
  return { apiId: "posts", label: "Posts", kind: "list", fields: [author, rows] };
}

const isType = (apiId: string): boolean => apiId === "people";

describe("types that a schema references", () => {
  test("can be any existing types", () => {
    expect(checkTargets(refersTo("people"), { isType })).toEqual([]);
  });

  test("are reported if they do not exist, including those in rows", () => {
    expect(checkTargets(refersTo("people", "places"), { isType })).toEqual([
      expect.objectContaining({ code: "invalid_schema", field: "author" }),
      expect.objectContaining({ code: "invalid_schema", field: "rows.author" }),
    ]);
  });

  test("can be missing if the schema was published with them", () => {
    const latest = refersTo("places");
    expect(checkTargets(refersTo("people", "places"), { latest, isType })).toEqual([]);
  });
});
