import { expect, test } from "vitest";
import { readYaml } from "../../yaml/yaml.ts";
import { quotedKeys } from "../import/source/read-document.ts";
import { inferAsIs } from "./infer-as-is.ts";

function typesOf(...fronts: readonly string[]): unknown {
  const files = fronts.map((yaml) => ({
    values: readYaml(yaml),
    quoted: quotedKeys(yaml),
    hasBody: true,
  }));
  const { fields, leftKeys } = inferAsIs(files, false);
  return {
    fields: Object.fromEntries(
      fields.map(({ id, type, multiple }) => [id, multiple ? `${type}[]` : type]),
    ),
    leftKeys,
  };
}

test("infers for each key a type that fits all values as written", () => {
  expect(
    typesOf(
      "title: One\ndraft: true\nweight: 2\ndate: 2026-01-01\ntags: [a, b]\ntext: |\n  two\n  lines\n",
      "title: 2\ndraft: false\nweight: 1.5\ndate: 2026-02-01\ntags: [c]\n",
    ),
  ).toEqual({
    fields: {
      title: "text",
      draft: "boolean",
      weight: "number",
      date: "date",
      tags: "text[]",
      text: "textarea",
      body: "richtext",
    },
    leftKeys: [],
  });
});

test.each([
  ["a mapping", "seo:\n  title: A\n"],
  ["a key without any value", "hero:\n"],
  ["a key that cannot be a field id", "my key: A\n"],
])("keeps %s outside the schema", (_what, yaml) => {
  expect(typesOf(yaml)).toEqual({
    fields: { body: "richtext" },
    leftKeys: [yaml.slice(0, yaml.indexOf(":"))],
  });
});

test("treats quoted values as text, even if they look like a number or boolean", () => {
  expect(typesOf('weight: "1"\ndraft: "true"\n')).toMatchObject({
    fields: { weight: "text", draft: "text" },
  });
});

test("reserves the name body for a key called body", () => {
  expect(typesOf("body: A\n")).toMatchObject({ fields: { body: "text", content: "richtext" } });
});
