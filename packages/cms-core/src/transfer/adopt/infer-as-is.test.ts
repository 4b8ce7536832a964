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

test("each key gets the type that all its values have as they stand", () => {
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
  ["nothing anywhere", "hero:\n"],
  ["a key that no field may have", "my key: A\n"],
])("%s stays the developers'", (_what, yaml) => {
  expect(typesOf(yaml)).toEqual({
    fields: { body: "richtext" },
    leftKeys: [yaml.slice(0, yaml.indexOf(":"))],
  });
});

test("what is quoted is text, also where it looks like a number or a truth", () => {
  expect(typesOf('weight: "1"\ndraft: "true"\n')).toMatchObject({
    fields: { weight: "text", draft: "text" },
  });
});

test("a key that is called body leaves that name to it", () => {
  expect(typesOf("body: A\n")).toMatchObject({ fields: { body: "text", content: "richtext" } });
});
