import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { expect, test } from "vitest";
import { isCmsError } from "../base/errors.ts";
import { readMatter } from "./read-matter.ts";
import { splitSkillMatter } from "./skill-matter.ts";

function outcome(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return { code: error.code, message: error.message, issues: error.issues };
  }
}

const LINES = ["---", "---  ", "----", "--- js", "---js", "--", "", " ", "# a", "a: b", "a: b: c"];

test.for([
  "---\na: b\n---\nBody",
  "---\na: b\n---",
  "---\n---\n",
  "---\n\n---\n\nBody\n",
  "---  \na: b\n--- \t\n\n Body",
  "---\n# only a comment\n---\nBody",
  "---\na: |\n  x\n\n\n---\n---\n",
  "---\na: b\n---js\n",
  "---",
  "",
])("splits %j like the browser", (text) => {
  expect(outcome(() => readMatter(Buffer.from(text), "SKILL.md"))).toEqual(
    outcome(() => splitSkillMatter(text, "SKILL.md")),
  );
});

test("splits any arrangement of fences like the browser", () => {
  const line = oneof(constantFrom(...LINES), string({ maxLength: 6 }));
  const texts = array(line, { maxLength: 9 }).map((lines) => ["---", ...lines].join("\n"));
  assert(
    property(texts, (given) => {
      const text = given.normalize("NFC").replaceAll(/[\r\0]/g, "");
      expect(outcome(() => readMatter(Buffer.from(text), "SKILL.md"))).toEqual(
        outcome(() => splitSkillMatter(text, "SKILL.md")),
      );
    }),
    { numRuns: 500 },
  );
});

test("never runs front matter", () => {
  const text = "---js\nglobalThis.hasRun = true\n---\n";
  expect(outcome(() => readMatter(Buffer.from(text), "SKILL.md"))).toMatchObject({
    code: "frontmatter_language",
  });
  expect("hasRun" in globalThis).toBe(false);
});
