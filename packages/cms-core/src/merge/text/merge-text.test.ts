import { expect, test } from "vitest";
import { createStepBudget } from "../../base/step-budget.ts";
import { splitMarkdown } from "../../markdown/split-markdown.ts";
import { splitLines } from "../../markdown/text-parts.ts";
import { mergeText } from "./merge-text.ts";

const STEPS = 3_000_000;

function merged(base: string, ours: string, theirs: string): string {
  const options = { split: splitMarkdown, budget: createStepBudget(STEPS) };
  const { text, conflict } = mergeText({ base, ours, theirs }, options);
  return conflict ? "CONFLICT" : text;
}

test("merges edits of different paragraphs", () => {
  expect(merged("A.\n\nB.\n\nC.", "A1.\n\nB.\n\nC.", "A.\n\nB.\n\nC1.")).toBe("A1.\n\nB.\n\nC1.");
});

test("merges edits of adjacent paragraphs", () => {
  expect(merged("A.\n\nB.", "A1.\n\nB.", "A.\n\nB1.")).toBe("A1.\n\nB1.");
});

test("merges edits of different sentences in a paragraph", () => {
  expect(merged("One. Two! Three?", "Eins. Two! Three?", "One. Zwei! Three?")).toBe(
    "Eins. Zwei! Three?",
  );
  expect(merged("一。二！三？", "一一。二！三？", "一。二！三三？")).toBe("一一。二！三三？");
});

test.each([
  ["Hindi", ["यह एक है। यह दो है।", "यह १ है। यह दो है।", "यह एक है। यह २ है।", "यह १ है। यह २ है।"]],
  ["Arabic", ["هل هذا واحد؟ نعم.", "هل هذا ١؟ نعم.", "هل هذا واحد؟ لا.", "هل هذا ١؟ لا."]],
  ["Urdu", ["ایک۔ دو۔", "تین۔ دو۔", "ایک۔ چار۔", "تین۔ چار۔"]],
  ["Armenian", ["Մեկ։ Երկու։", "Տաս։ Երկու։", "Մեկ։ Քսան։", "Տաս։ Քսան։"]],
  ["Amharic", ["አንድ። ሁለት።", "አስር። ሁለት።", "አንድ። ሃያ።", "አስር። ሃያ።"]],
  [
    "Japanese",
    [
      "「雨。」と言った。雪。",
      "「雪。」と言った。雪。",
      "「雨。」と言った。風。",
      "「雪。」と言った。風。",
    ],
  ],
] as const)("ends sentences at %s", (_language, [base, ours, theirs, both]) => {
  expect(merged(base, ours, theirs)).toBe(both);
});

test("reports a sentence changed differently as a conflict, but not one changed equally", () => {
  expect(merged("A. B.", "A1. B.", "A2. B.")).toBe("CONFLICT");
  expect(merged("A. B.", "A1. B.", "A1. B2.")).toBe("A1. B2.");
});

test("reports different paragraphs at the same position as a conflict", () => {
  expect(merged("A.\n\nB.", "A.\n\nX.\n\nB.", "A.\n\nY.\n\nB.")).toBe("CONFLICT");
});

test("inserts text added by both sides after rewritten paragraphs only once", () => {
  const [base, rewritten] = ["A.\n\nB.\n\nC.\n\nD.", "A.\n\nNew."];
  for (const other of ["A.\n\nB.\n\nD.\n\nNew.", "A.\n\nB.\n\nC.\n\nD.\n\nNew."]) {
    expect(merged(base, rewritten, other)).toBe(rewritten);
    expect(merged(base, other, rewritten)).toBe(rewritten);
  }
});

test("keeps a paragraph added next to one that the other side changed", () => {
  expect(merged("A.\n\nB.", "A.\n\nX.\n\nB.", "A.\n\nB1.")).toBe("A.\n\nX.\n\nB1.");
  expect(merged("A.\n\nB.", "A.\n\nB.\n\nX.", "A.\n\nB1.")).toBe("A.\n\nB1.\n\nX.");
});

test("reports a paragraph that one side deleted and the other changed as a conflict", () => {
  expect(merged("A.\n\nB.", "A.", "A.\n\nB1.")).toBe("CONFLICT");
});

test("reports a sentence that one side deleted and the other emphasized as a conflict", () => {
  const base = "A.\n\nSome words. More words.\n\nB.";
  const emphasised = "A.\n\n*Some words.* **More words.**\n\nB.";
  expect(merged(base, "A.\n\nSome words.\n\nB.", emphasised)).toBe("CONFLICT");
});

test("reports a paragraph that one side moved and the other edited as a conflict", () => {
  const base = "A.\n\nB.\n\nC.\n\nD.";
  expect(merged(base, "B.\n\nC.\n\nD.\n\nA.", "A1.\n\nB.\n\nC.\n\nD.")).toBe("CONFLICT");
  expect(merged(base, "B.\n\nC.\n\nD.\n\nA.", "B.\n\nC.\n\nD.")).toBe("CONFLICT");
});

test("does not restore a removed sentence with a paragraph that the other side moved", () => {
  const base = "Tea pot. Red cup.\n\nOld man. New sea. Big sky.";
  const movedAndChanged = "Old man. New sea. Big sky.\n\nHot day. Red cup.";
  const takenOut = "Hot day.\n\nHot day. New sea. Big sky.";
  expect(merged(base, movedAndChanged, takenOut)).toBe("CONFLICT");
  expect(merged(base, takenOut, movedAndChanged)).toBe("CONFLICT");
});

test("reports deleting a whole text and any edit as a conflict", () => {
  expect(merged("A.\n\nB.", "", "A.\n\nB.\n\nC.")).toBe("CONFLICT");
  expect(merged("A.\n\nB.", "", "A.")).toBe("");
});

test.each([
  ["a fenced block", "```js\na();\n\nb();\n```"],
  ["a table", "| a | b |\n| --- | --- |\n| 1. | 2. |"],
  ["HTML", "<div>\nOne. Two.\n</div>"],
  ["indented code", "    a. One.\n    b. Two."],
  ["a heading", "## One. Two."],
  ["a quote with code in it", "> One. Two.\n> ```\n> a. b.\n> ```"],
  ["a formula", "$$\na. b.\nc. d.\n$$"],
  ["a container", ":::note\nOne. Two.\n:::"],
])("never combines halves of %s that both sides changed", (_name, block) => {
  const base = `Before.\n\n${block}\n\nAfter.`;
  const first = base.replace(/[a1O]/, "X");
  const last = base.replace(/[b2T](?![\s\S]*[b2T])/, "Y");
  expect(merged(base, first, last)).toBe("CONFLICT");
  expect(merged(base, base.replace("Before", "X"), last)).toBe(last.replace("Before", "X"));
});

test("merges list items individually and keeps the list", () => {
  expect(merged("- a\n- b\n- c", "- a1\n- b\n- c", "- a\n- b\n- c\n- d")).toBe(
    "- a1\n- b\n- c\n- d",
  );
  expect(merged("1. a\n2. b", "1. a\n2. b1", "1. a1\n2. b")).toBe("1. a1\n2. b1");
});

test("does not split code, links, and tags at punctuation", () => {
  const base = "See `a. b` here. Then [c. d](e. f) there.";
  expect(merged(base, base.replace("a.", "x."), base.replace("b`", "y`"))).toBe("CONFLICT");
  expect(merged(base, base.replace("c.", "x."), base.replace("d]", "y]"))).toBe("CONFLICT");
  expect(merged(base, base.replace("a.", "x."), base.replace("c.", "y."))).toBe(
    "See `x. b` here. Then [y. d](e. f) there.",
  );
});

test("keeps paragraphs of two sides separate", () => {
  expect(merged("A.\n\nB.\n\nC.", "B.\n\nC.", "A.\n\nX.\n\nB.\n\nC.")).toBe("X.\n\nB.\n\nC.");
});

test("merges plain text line by line", () => {
  const texts = { base: "a\nb\n\nc", ours: "a1\nb\n\nc", theirs: "a\nb1\n\nc" };
  expect(mergeText(texts, { split: splitLines, budget: createStepBudget(STEPS) })).toEqual({
    text: "a1\nb1\n\nc",
    conflict: false,
  });
});

function lines(from: string): string {
  return Array.from({ length: 40_000 }, (_, at) => from[(at * at) % from.length]).join("\n");
}

function noisy(from: string): string {
  return from.repeat(Math.ceil(80_000 / from.length));
}

/** Returns a text line followed by a line that looks like the second line of a table except for its end. */
function spaced(end: string, start = ""): string {
  return `a\n${start}${" ".repeat(190_000)}${end}`;
}

test("keeps lines that one side moved and the other replaced as merged", () => {
  const [base, ours, theirs] = ["A.\nB.\nC.", "X.\nB.\nC.", "C.\nA.\nB."];
  const byLines = (mine: string, other: string): unknown =>
    mergeText(
      { base, ours: mine, theirs: other },
      { split: splitLines, budget: createStepBudget(STEPS) },
    );
  const whole = { text: "C.\nX.\nB.", conflict: false };
  expect(byLines(ours, theirs)).toEqual(whole);
  expect(byLines(whole.text, ours)).toEqual(whole);
  expect(byLines(whole.text, theirs)).toEqual(whole);
});

test("merges malicious texts in bounded time", () => {
  for (const [base, ours, theirs] of [
    [lines("ab"), lines("abb"), lines("aab")],
    [noisy("."), noisy(".."), noisy("!")],
    [noisy("` "), noisy("` `"), noisy("``")],
    [noisy("[a]("), noisy("[a](b"), noisy("[[a](")],
    [noisy("a.\n\n"), noisy("a.\n\nb.\n\n"), noisy("b.\n\n")],
    [noisy("  "), noisy("   x"), noisy(" y ")],
    [noisy("<a "), noisy("<b "), noisy("<c ")],
    [noisy("- "), noisy("1. "), noisy("-\n")],
    [spaced("x|"), spaced("y|"), spaced("|z")],
    [spaced("|x", "|-"), spaced("|y", "|-"), spaced("-|x", "-")],
  ] as const) {
    for (const split of [splitMarkdown, splitLines]) {
      const budget = createStepBudget(STEPS);
      expect(mergeText({ base, ours, theirs }, { split, budget }).text).not.toBe("");
      expect(budget.left).toBeGreaterThanOrEqual(0);
    }
  }
});

test("reports a conflict instead of losing an edit when the steps run out", () => {
  const base = Array.from({ length: 60 }, (_, at) => "abc"[(at * at) % 3]).join("\n\n");
  const ours = base.replaceAll("b", "d");
  const theirs = base.slice(0, 90);
  for (let steps = 0; steps < 40_000; steps += 500) {
    const options = { split: splitMarkdown, budget: createStepBudget(steps) };
    expect(mergeText({ base, ours, theirs }, options).conflict).toBe(true);
  }
});

function long(edit: string): string {
  return Array.from({ length: 500 }, () => `${edit}.`).join("\n");
}

test("reports a text beyond the step budget as a conflict and merges the others", () => {
  const budget = createStepBudget(50_000);
  const options = { split: splitMarkdown, budget };
  const texts = { base: long("a"), ours: long("b"), theirs: long("c") };
  expect(mergeText(texts, options)).toEqual({ text: long("c"), conflict: true });
  expect(mergeText({ base: "A. B.", ours: "C. B.", theirs: "A. D." }, options)).toEqual({
    text: "C. D.",
    conflict: false,
  });
});
