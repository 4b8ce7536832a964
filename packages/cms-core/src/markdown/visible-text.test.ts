import * as fc from "fast-check";
import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test.for([
  ["a [link](https://e.org/secret) b", "a link b"],
  ['![A red kite](media:mabc "Title") flies', "A red kite flies"],
  ["[![Alt](/a_b.png)](https://e.org/(x)y 'z')", "Alt"],
  [
    "see [text][ref] and [^1]\n\n[ref]: https://e.org/secret 'Title'\n[^1]: Note.",
    "see text and [^1]\n\n\n[^1]: Note.",
  ],
  ["one <!-- secret\nword --> two", "one  two"],
  ["one <!-- secret without an end", "one "],
  ["<script>secret</script><style>\nsecret\n</style>a", "a"],
  ['10<sup>6</sup> <a href="/secret">word</a> <img src="/secret.png" alt="Alt">', "106 word Alt"],
  ["<p>one</p><p>two</p>", "\none\n\ntwo\n"],
  ["これは**「重要」**です", "これは「重要」です"],
  ["これ&#x306F;**「重要」**&#x3067;す", "これは「重要」です"],
  ["a **b *c* d** e ***f*** ~~g~~ _h_ __i__ snake_case_name", "a b c d e f g h i snake_case_name"],
  [String.raw`5 \* 3 * 2, AT&amp;T &copy; &nothing; \[x]`, "5 * 3 * 2, AT&T © &nothing; [x]"],
  ["`a **b** <c> [d](e)` and ``f`g``", "a **b** <c> [d](e) and f`g"],
  ["<https://e.org/shown> and <a@e.org>", "https://e.org/shown and a@e.org"],
  ["```js\n**a** <b> [c](d)\n```\n**e**", "\n**a** <b> [c](d)\n\ne"],
  ["- ~~~\n  **a**\n  ~~~\n- **b**", "\n  **a**\n\n- b"],
  ["[a] b (c) [d [e] f](g)", "[a] b (c) d [e] f"],
  ["|a|\n|-|\n|`x\\|y`|\n", "|a|\n|-|\n|x|y|\n"],
  ["use `x\\|y` here", "use x\\|y here"],
  ["plain words", "plain words"],
])("%j is visible as %j", ([markdown = "", text]) => {
  expect(visibleText(markdown)).toBe(text);
});

function wordsOf(text: string): string[] {
  return text.match(/alpha|beta|gamma|日本/g) ?? [];
}

test("keeps visible words", () => {
  const words = fc.array(fc.constantFrom("alpha", "beta", "gamma", "日本"), {
    minLength: 1,
    maxLength: 4,
  });
  const wrapped = words.chain((all) => {
    const text = all.join(" ");
    return fc.constantFrom(
      text,
      `**${text}**`,
      `[${text}](https://e.org/hidden)`,
      `![${text}](/hidden.png "hidden")`,
      `<b class="hidden">${text}</b>`,
      `\n\n> ${text}\n\n`,
      `\n- ${text}\n`,
      `\n\n\`\`\`\n${text}\n\`\`\`\n\n`,
      `<!-- hidden -->${text}`,
      `\n| ${text} | ${text} |\n| - | - |\n`,
    );
  });
  fc.assert(
    fc.property(fc.array(wrapped, { minLength: 1, maxLength: 6 }), (parts) => {
      const markdown = parts.join(" ");
      const text = visibleText(markdown);
      expect(text).not.toContain("hidden");
      expect(wordsOf(text)).toEqual(wordsOf(markdown));
    }),
  );
});

test.for([
  "[",
  "[[]",
  "![a](",
  '[a](u "',
  "[a]",
  "`",
  "``` ",
  "<!--",
  "<a",
  "<script>",
  "&",
  "*",
  "*a",
  "_a ",
  "**a~~",
  "\\[",
  "![",
  "[x](((",
  "[a][",
  "<a@",
  "<a:",
  "(",
  "[![a](b)",
])("WEB-10 scans a text of only %j in linear time", (part) => {
  const text = part.repeat(50_000);
  expect(visibleText(text).length).toBeLessThanOrEqual(text.length);
});
