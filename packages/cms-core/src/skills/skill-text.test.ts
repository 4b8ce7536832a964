import {
  array,
  assert,
  constantFrom,
  oneof,
  property,
  string,
  stringMatching,
  tuple,
  uniqueArray,
} from "fast-check";
import { describe, expect, test } from "vitest";
import { editSkillText, newSkillText, putSkillBody, takeSkillText } from "./skill-text.ts";

/** Keys of other tools in handwritten form. A YAML printer would change many of them. */
const KEPT = [
  "code: 0042",
  "license: 1.10",
  "weight: .5",
  "rate: 1e3",
  "mask: 0o17",
  "hex: 0x1F",
  "sum: +12",
  "big: 12345678901234567890",
  "key: '0042'",
  'text: "a\\u00e9"',
  "multi: >\n  long line one\n  long line two",
  "block: |+\n  kept\n\n",
  "plain: over\n  several\n  lines",
  "list: [a,b]",
  "list2:\n- a\n-   b # why",
  "# note\nx:    1",
  "deep:\n    a:   {b: [ c ]}\n\n    # d\n    e: f",
  "empty:",
  'author:   "Ada"      # kept as written?',
  "date: 2026-11-28",
  "no: yes",
  "'quoted key': 1",
  "metadata: {openclaw: {requires: {bins: [gh]}}}",
  "trailing: spaces   ",
  "\n# a comment alone\n",
];

const FIELDS = [
  ["name: s", "name:   'six' # slug"],
  [
    "",
    "display_name: S",
    "display_name: 007",
    'display_name: "A \\"B\\""  # shown',
    "display_name:",
  ],
  [
    "",
    "description: D",
    "description: >\n  Turns text\n  into one line.",
    "description: |\n  One line.\n\n# behind",
    "description: plain\n  goes on   # here",
    "description: 'it''s'",
    "description:",
  ],
  [
    "",
    "requires: {cli_tools: [ gh,jq ]}",
    "requires:\n  cli_tools: [git, rsync]\n  # a token\n  env_vars:\n    - KEY # of the shop\n    - OTHER",
    "requires:\n    env_vars: KEY\n    cli_tools: []",
  ],
] as const;

const lines = tuple(
  ...FIELDS.map((choices) => constantFrom(...choices)),
  uniqueArray(constantFrom(...KEPT), { maxLength: 5, selector: (line) => line.slice(0, 4) }),
).map((parts) => {
  const [more] = parts.slice(-1);
  const kept = Array.isArray(more) ? more.map(String) : [];
  return { fields: parts.slice(0, -1).map(String), more: kept };
});

const value = oneof(
  string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  constantFrom("007", "true", "a: b", "x # y", "- z", "[q]", "null", "'", '"', " padded "),
).map((text) => text.replaceAll(/[\r\n]/g, " "));

const fileOf = (matter: readonly string[], lineBreak: string): string =>
  `---\n${matter.filter((line) => line !== "").join("\n")}\n---\n\nBody {{X}}\n---\nmore\n`.replaceAll(
    "\n",
    lineBreak,
  );

test("changes one key and keeps every other byte of any front matter", () => {
  const edits = constantFrom("display_name", "description");
  const breaks = constantFrom("\n", "\r\n");
  assert(
    property(lines, edits, value, breaks, ({ fields, more }, key, text, lineBreak) => {
      const order = key === "description" ? [fields[0], fields[1], ...more] : [fields[0], ...more];
      const others = order.map((line) => line ?? "");
      const own = fields[key === "description" ? 2 : 1] ?? "";
      const rest = key === "description" ? [fields[3] ?? ""] : [fields[2] ?? "", fields[3] ?? ""];
      const file = fileOf([...others, own, ...rest], lineBreak);
      const edited = editSkillText(file, { [key]: text });
      expect(takeSkillText(edited).skill?.attributes[key]).toBe(text);
      for (const line of [...others, ...rest]) {
        expect(edited).toContain(line.replaceAll("\n", lineBreak));
      }
      // The text before and after the key is unchanged. A new key is on its own line.
      const [head, tail] = sharedEnds(file, edited);
      const removed = file.slice(head, file.length - tail);
      expect(own.replaceAll("\n", lineBreak).includes(removed.trimEnd())).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

function sharedEnds(one: string, other: string): readonly [number, number] {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one.at(-1 - tail) === other.at(-1 - tail)) tail += 1;
  return [head, tail];
}

test("edits the lists of requirements in place", () => {
  const name = stringMatching(/^[A-Za-z0-9][\w.+-]{0,8}$/);
  const need = constantFrom("cli_tools", "env_vars", "mcp_servers");
  assert(
    property(lines, need, array(name, { maxLength: 4 }), ({ fields, more }, key, names) => {
      const wanted = [...new Set(names)];
      const file = fileOf([...fields, ...more], "\n");
      const edited = editSkillText(file, { requires: { [key]: wanted } });
      const needs = takeSkillText(edited).skill?.attributes["requires"];
      expect(Object(needs)[key] ?? []).toEqual(wanted);
      // A new list can come before a trailing comment.
      for (const line of [...fields.slice(0, 3), ...more].flatMap((text) => text.split("\n"))) {
        expect(edited).toContain(`${line}\n`);
      }
    }),
    { numRuns: 500 },
  );
});

test("keeps the notation and comment of a name that stays in a list", () => {
  const file = fileOf([FIELDS[0][0], FIELDS[3][2]], "\n");
  const more = editSkillText(file, { requires: { env_vars: ["KEY", "OTHER", "THIRD"] } });
  expect(more).toBe(file.replace("    - OTHER\n", "    - OTHER\n    - THIRD\n"));
  const less = editSkillText(file, { requires: { env_vars: ["OTHER"] } });
  expect(less).toBe(file.replace("    - KEY # of the shop\n", ""));
  const none = editSkillText(file, { requires: { cli_tools: [], env_vars: [] } });
  expect(none).not.toContain("requires");
  const tight = fileOf([FIELDS[0][0], FIELDS[3][1]], "\n");
  expect(editSkillText(tight, { requires: { cli_tools: ["gh", "jq"] } })).toBe(tight);
});

describe("a text with invalid YAML", () => {
  test("is edited if it can be read", () => {
    const file = "---\nname: s\ndescription: Builds: all of it\nlicense: 0042\n---\n\nBody\n";
    expect(editSkillText(file, { description: "Builds" })).toBe(
      file.replace("Builds: all of it", "Builds"),
    );
    expect(editSkillText(file, { display_name: "S" })).toBe(
      file.replace("name: s\n", "name: s\ndisplay_name: S\n"),
    );
  });

  test.for([
    "no front matter",
    "---\nname: s\na: {b: &x 1}\nc: *x\n---\n\nBody\n",
    "---\nname: s\n",
  ])("stays unchanged if it cannot be read: %j", (file) => {
    expect(editSkillText(file, { description: "D" })).toBe(file);
    expect(takeSkillText(file).skill).toBeUndefined();
    expect(takeSkillText(file).problem).toBeDefined();
  });

  test("is edited in braces, after a byte order mark, and with \\r\\n", () => {
    const file = "\uFEFF---\r\n{name: s, description: D, code: 0042}\r\n---\r\n\r\nBody\r\n";
    const edited = editSkillText(file, { description: "E, F", requires: { cli_tools: ["gh"] } });
    expect(edited).toBe(
      file
        .replace("description: D", 'description: "E, F"')
        .replace("0042}", "0042, requires: {cli_tools: [gh]}}"),
    );
  });
});

test("replaces the prompt below any front matter", () => {
  const file = fileOf([...FIELDS.map(([first]) => first), ...KEPT.slice(0, 3)], "\r\n");
  const put = putSkillBody(file, "New\n");
  expect(put).toBe(file.slice(0, file.indexOf("Body")) + "New\n");
  expect(takeSkillText(put)).toMatchObject({ body: "New\n", problem: undefined });
});

test("creates a skill with the given values", () => {
  assert(
    property(value, value, (title, about) => {
      const text = newSkillText({ name: "a-b", display_name: title, description: about });
      expect(takeSkillText(text).skill?.attributes).toEqual({
        name: "a-b",
        display_name: title,
        description: about,
      });
    }),
  );
});
