import { expect, test } from "vitest";
import { isCmsError } from "../base/errors.ts";
import { readYaml } from "./yaml.ts";

function complaint(text: string): string {
  try {
    readYaml(text);
    return "read";
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return error.message.replace(/^The YAML (?:cannot be read: )?/, "");
  }
}

const QUOTE = "a quote is not closed";
const BRACKET = "a bracket is not closed";

test.each([
  ['title: "Hello\nother: "x"\n', `${QUOTE} (line 1, column 8).`],
  ['title: "Hello\n', `${QUOTE} (line 1, column 8).`],
  ['a: 1\nb:\n  - "x\n  - y\n', `${QUOTE} (line 3, column 5).`],
  ["a: 'x\nb: 1\n", `${QUOTE} (line 1, column 4).`],
  ['a: "b\n  c\n\nd: e\n', `${QUOTE} (line 1, column 4).`],
  ['a: |\n  say "hi\nb: "c\nd: 1\n', `${QUOTE} (line 3, column 4).`],
  ["tags: [a, b\nother: c\n", `${BRACKET} (line 1, column 7).`],
  ["a: 1\ntags: [a, [b]\n", `${BRACKET} (line 2, column 7).`],
  ["m: {a: 1\nb: 2\n", `${BRACKET} (line 1, column 4).`],
  ["a: [\n  b\n]\nc: 1\n", "a line starts with a closing bracket (line 3, column 1). Indent it."],
  [
    "title: 'It's'\n",
    "text follows a closing quote (line 1, column 12). Put the whole value in the other kind of quotes.",
  ],
  [
    "a: {{ x }} y\n",
    "text follows a closing bracket (line 1, column 11). Put the whole value in quotes.",
  ],
  ["a:\n\tb: 1\n", "a line is indented with a tab (line 2, column 1). Use spaces."],
  ["\ta: 1\n", "a line is indented with a tab (line 1, column 1). Use spaces."],
  ["a:\n  b: 1\n \tc: 2\n", "a line is indented with a tab (line 3, column 2). Use spaces."],
  ["title:Hello\n", "a space is missing after a colon (line 1, column 7)."],
  ["b: 1\ntitle:Hello\n", "a space is missing after a colon (line 2, column 7)."],
  ["title:Hello\nb: 1\n", "a space is missing after a colon (line 1, column 7)."],
  [
    "title: Foo: bar\n",
    "a value without quotes contains a colon (line 1, column 11). Put it in quotes.",
  ],
  [
    "a:\n  - b: Note: this\n",
    "a value without quotes contains a colon (line 2, column 12). Put it in quotes.",
  ],
  ["a: @x\n", 'a value starts with "@" (line 1, column 4). Put it in quotes.'],
  ["a: `x`\n", 'a value starts with "`" (line 1, column 4). Put it in quotes.'],
  ["b: 1\na: %x\n", 'a value starts with "%" (line 2, column 4). Put it in quotes.'],
  ["a: *bold* text\n", 'a value starts with "*" (line 1, column 4). Put it in quotes.'],
  ["a: - x\n", 'a value starts with "-" (line 1, column 4). Put it in quotes.'],
  ["b: 1\ntitle Hello\nc: 2\n", "a line has no colon after its key (line 2, column 1)."],
  ["title Hello\nb: 1\n", "a line has no colon after its key (line 1, column 1)."],
  [
    "a: 1\n  b: 2\n",
    "the indentation of a line does not match the lines above it (line 2, column 4).",
  ],
  [
    "a:\n  - x\n - y\n",
    "the indentation of a line does not match the lines above it (line 3, column 2).",
  ],
  [
    'a: "\\d"\n',
    "an escape sequence in double quotes is unknown (line 1, column 6). Use single quotes.",
  ],
  ["a: 1\na: 2\n", 'has the key "a" twice, first in line 1 (line 2, column 1).'],
  [
    "a: *b\n",
    'uses the alias "*b" (line 1, column 4). Repeat the value instead, or put it in quotes.',
  ],
])("explains the error in %j with its location", (text, expected) => {
  expect(complaint(text)).toBe(expected);
});

test("explains an error in texts of any length", () => {
  const long = `${"a: [\n".repeat(20_000)}b: "\n`;
  expect(complaint(long)).toContain("not closed");
  const many = `${'a: "b"\n'.repeat(200_000)}b: "\n`;
  expect(complaint(many)).toContain("not closed");
  expect(complaint(`${"a: |\n  b\n".repeat(200_000)}b: "\n`)).toContain("not closed");
  expect(complaint(`a: 'x${"''".repeat(2_000_000)}\n`)).toContain("not closed");
});
