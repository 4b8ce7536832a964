import { describe, expect, test } from "vitest";
import { makeField, makeVersion } from "../../../../tests/support/make-fields.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Field } from "../model/field.ts";
import { checkTypeChange } from "./check-type-change.ts";

function check(fields: readonly Field[], ...versions: readonly SchemaVersion[]): string[] {
  return checkTypeChange(makeVersion(0, fields), versions).map(({ code }) => code);
}

const title = makeField("title", "text");

describe("changing a published type", () => {
  test("SCH-01 a published API id is fixed, a label is not", () => {
    expect(check([{ ...title, apiId: "heading" }], makeVersion(1, [title]))).toEqual([
      "api_id_fixed",
    ]);
    expect(check([{ ...title, label: "Heading" }], makeVersion(1, [title]))).toEqual([]);
    expect(check([makeField("lead", "text")], makeVersion(1, [title]))).toEqual([]);
  });

  test("SCH-02 an id is never used again for something else", () => {
    const versions = [makeVersion(2, []), makeVersion(1, [title])];
    expect(check([makeField("title", "number")], makeVersion(1, [title]))).toEqual([
      "invalid_schema",
    ]);
    expect(check([title], ...versions)).toEqual(["invalid_schema"]);
  });
});
