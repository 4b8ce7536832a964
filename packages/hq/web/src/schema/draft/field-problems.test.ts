import { expect, test } from "vitest";
import { draftProblems } from "./field-problems.ts";
import { type DraftField, draftOf, newField } from "./schema-draft.ts";

const EMPTY = draftOf({ apiId: "posts", kind: "list", label: "Posts", fields: [] });

function problems(...fields: readonly DraftField[]): readonly string[] {
  return draftProblems({ ...EMPTY, fields }).map(({ part, message }) => `${part} ${message}`);
}

const named = { label: "Title", apiId: "title", key: "title" };

test("requires a label and a valid, unique API ID", () => {
  expect(problems(newField("text", named))).toEqual([]);
  expect(problems(newField("text"))).toEqual(["label schema.problem.label"]);
  expect(problems(newField("text", { ...named, apiId: "" }))).toEqual([
    "apiId schema.problem.noApiId",
  ]);
  expect(problems(newField("text", { ...named, apiId: "a b" }))).toEqual([
    "apiId schema.problem.apiId",
  ]);
  expect(problems(newField("text", { ...named, apiId: "slug" }))).toEqual([
    "apiId schema.problem.reserved",
  ]);
  const other = newField("text", { ...named, key: "other", apiId: "TITLE" });
  expect(problems(newField("text", named), other)).toEqual([
    "apiId schema.problem.takenApiId",
    "apiId schema.problem.takenApiId",
  ]);
});

test("reports the missing settings of each type, also in rows", () => {
  expect(problems(newField("select", named))).toEqual(["options schema.problem.options"]);
  const option = { key: "1", value: "a", label: "A", follows: false };
  expect(problems(newField("select", { ...named, options: [option, option] }))).toEqual([
    "options schema.problem.sameOption",
  ]);
  expect(problems(newField("reference", named))).toEqual(["to schema.problem.to"]);
  expect(problems(newField("repeat", named))).toEqual(["fields schema.problem.fields"]);
  expect(problems(newField("number", { ...named, min: 2, max: 1 }))).toEqual([
    "limits schema.problem.range",
  ]);
  expect(problems(newField("text", { ...named, maxLength: 1001 }))).toEqual([
    "limits schema.problem.characters",
  ]);
  const row = newField("repeat", { ...named, fields: [newField("text")] });
  expect(draftProblems({ ...EMPTY, fields: [row] })).toMatchObject([
    { path: ["title", row.fields[0]?.key], part: "label" },
  ]);
});
