import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainYaml, readYaml } from "./yaml.ts";

// What means something in YAML, so that texts come near to what is and is not plain.
const PIECES = [
  "a",
  "b7",
  " ",
  ": ",
  ":",
  " #",
  "#",
  "-",
  '"',
  "'",
  "\\",
  "\t",
  "é",
  "\u2028",
  "\n",
];
const word = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((parts) => parts.join(""));
const key = fc.constantFrom("id", "title", "x_1", "constructor", "é", "a b");
const pair = fc.tuple(key, word).map(([name, text]) => `${name}: ${text}\n`);
const quoted = fc.tuple(key, word).map(([name, text]) => `${name}: "${text}"\n`);
const list = fc
  .tuple(key, fc.array(word, { maxLength: 3 }))
  .map(([name, items]) => `${name}:\n${items.map((item) => `  - ${item}\n`).join("")}`);
const document = fc
  .array(fc.oneof(pair, quoted, list), { maxLength: 4 })
  .map((all) => all.join(""));

test("what is read as plain YAML is what the whole reader makes of it", () => {
  let plain = 0;
  fc.assert(
    fc.property(document, (text) => {
      const read = readPlainYaml(text);
      if (read === undefined) return;
      plain += 1;
      // A comment is not plain, so this is read by the whole reader.
      expect(readYaml(`#\n${text}`)).toEqual(read);
    }),
    { numRuns: 5000 },
  );
  expect(plain).toBeGreaterThan(100);
});

test("an entry's front matter as we print it is plain", () => {
  const text =
    'id: eaaaaaaaaaaaaaaaaaaa\nschema: 1\ntitle: "no"\ntags:\n  - soil\n  - worms and all\n';

  expect(readPlainYaml(text)).toEqual(
    new Map<string, unknown>([
      ["id", "eaaaaaaaaaaaaaaaaaaa"],
      ["schema", "1"],
      ["title", "no"],
      ["tags", ["soil", "worms and all"]],
    ]),
  );
});

test.for([
  "id: a\nid: b\n",
  "constructor: a\n",
  "a: b: c\n",
  "a: b # c\n",
  "a: b\n  c\n",
  "a: &x b\n",
  "a: 'b'\n",
  "a: b",
  "a:\n",
])("%j is left to the whole reader", (text) => {
  expect(readPlainYaml(text)).toBeUndefined();
});
