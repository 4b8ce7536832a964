import { expect, test } from "vitest";
import { readYaml, type YamlMap } from "./yaml.ts";

function expanded(text: string): YamlMap {
  return readYaml(text, { expand: true });
}

test("replaces aliases with their anchored values", () => {
  expect(expanded("a: &x v3.4\nb: *x\nlist: &l [1, 2]\nc: *l\n")).toEqual(
    new Map<string, unknown>([
      ["a", "v3.4"],
      ["b", "v3.4"],
      ["list", ["1", "2"]],
      ["c", ["1", "2"]],
    ]),
  );
});

test("adds the missing keys of a merge key, of which the first mapping wins", () => {
  const text =
    "base: &b {x: 1, y: 2}\nmore: &m {y: 3, z: 4}\na:\n  x: 0\n  <<: *b\nc:\n  <<: [*m, *b]\n";
  const read = expanded(text);
  expect(read.get("a")).toEqual(new Map(Object.entries({ x: "0", y: "2" })));
  expect(read.get("c")).toEqual(new Map(Object.entries({ y: "3", z: "4", x: "1" })));
});

test.each([
  ["a: *nothing\n", 'uses the alias "*nothing", and nothing before it has the anchor "&nothing"'],
  ["a: &x\n  b: *x\n", 'uses the alias "*x", and nothing before it has the anchor "&x"'],
  ["a: &x 1\n<<: *x\n", "has a merge key whose value is not a mapping"],
])("rejects %j", (text, message) => {
  expect(() => expanded(text)).toThrow(message);
});

test("rejects nested aliases that would exhaust memory", () => {
  const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
  for (let level = 1; level < 12; level += 1) {
    const inner = Array.from({ length: 10 }, () => `*a${level - 1}`).join(", ");
    lines.push(`a${level}: &a${level} [${inner}]`);
  }
  expect(() => expanded(`${lines.join("\n")}\n`)).toThrow("has aliases that expand to too much");
});

test("rejects aliases, anchors, and merge keys by default", () => {
  for (const text of ["a: &x 1\n", "a: *x\n", "<<: {a: 1}\n"])
    expect(() => readYaml(text)).toThrow("Repeat the value");
});
