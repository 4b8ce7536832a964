import { describe, expect, test } from "vitest";
import {
  makeField,
  makeRepeat,
  makeVersion,
} from "../../../../tests/support/properties/make-fields.ts";
import type { Field, SchemaVersion } from "../model/content-type.ts";
import { checkTypeChange } from "./check-type-change.ts";

function check(fields: readonly Field[], ...versions: readonly SchemaVersion[]): string[] {
  return checkTypeChange(makeVersion(0, fields), versions).map(({ code }) => code);
}

const title = makeField("title", "text");

/** Returns the error for making a published field multiple, or a multiple one single. */
function refusalOf(multiple: boolean): string | undefined {
  const before = makeVersion(1, [{ ...title, multiple: !multiple }]);
  return checkTypeChange(makeVersion(0, [{ ...title, multiple }]), [before])[0]?.message;
}

describe("changing a published type", () => {
  test("SCH-01 allows changes of a label, but not of a published API ID", () => {
    expect(check([{ ...title, apiId: "heading" }], makeVersion(1, [title]))).toEqual([
      "api_id_fixed",
    ]);
    expect(check([{ ...title, label: "Heading" }], makeVersion(1, [title]))).toEqual([]);
    expect(check([makeField("lead", "text")], makeVersion(1, [title]))).toEqual([]);
  });

  test("SCH-02 never reuses an internal id for another field", () => {
    const versions = [makeVersion(2, []), makeVersion(1, [title])];
    expect(check([makeField("title", "number")], makeVersion(1, [title]))).toEqual([
      "invalid_schema",
    ]);
    expect(check([title], ...versions)).toEqual(["invalid_schema"]);
  });

  test("SCH-02 never reuses an internal id of an old version, including those in rows", () => {
    const faq = makeRepeat("faq", [title, makeField("lead", "text")]);
    const history = [1, 2, 3, 4, 5, 6].map((number) =>
      makeVersion(number, [number === 1 ? faq : makeRepeat("faq", [title])]),
    );
    expect(check([faq], ...history)).toEqual(["invalid_schema"]);
    expect(check([makeRepeat("faq", [title]), makeField("lead", "text")], ...history)).toEqual([]);
  });

  test("tells whether a field stays single or multiple", () => {
    expect(refusalOf(true)).toContain("is published as one text.");
    expect(refusalOf(false)).toContain("is published as a list of text.");
  });

  test("reuses the API ID of a deleted field only for a field of the same type", () => {
    const versions = [makeVersion(1, [title, makeRepeat("faq", [title])]), makeVersion(2, [])];
    const again = makeField("title2", "text", { apiId: "title" });
    const number = makeField("title2", "number", { apiId: "title" });
    const several = makeField("title2", "text", { apiId: "title", multiple: true });
    const rows = { ...makeRepeat("faq2", [number]), apiId: "faq" };

    expect(check([again], ...versions)).toEqual([]);
    expect(check([number], ...versions)).toEqual(["api_id_fixed"]);
    expect(check([several], ...versions)).toEqual(["api_id_fixed"]);
    expect(checkTypeChange(makeVersion(0, [rows]), versions)).toMatchObject([
      { code: "api_id_fixed", field: "faq.title" },
    ]);
  });

  test("does not allow changes of the kind", () => {
    const object = makeVersion(0, [title], { kind: "object" });
    expect(checkTypeChange(object, [makeVersion(1, [title])])).toMatchObject([
      { code: "api_id_fixed" },
    ]);
  });

  test("SCH-13 reports at most 20 problems", () => {
    const fields = Array.from({ length: 200 }, (_, at) => makeField(`f${at}`, "text"));
    const others = fields.map(({ id }) => makeField(id, "number"));
    expect(check(others, makeVersion(1, fields))).toHaveLength(20);
  });
});
