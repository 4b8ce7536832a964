import * as fc from "fast-check";
import type { Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { cjkFriendlyExtension } from "micromark-extension-cjk-friendly";
import { expect, test } from "vitest";
import { renderHtml } from "./render-html.ts";

test.for([
  ["これは**「重要」**です", "<p>これは<strong>「重要」</strong>です</p>"],
  ["**重要。**です", "<p><strong>重要。</strong>です</p>"],
  ["~~「旧」~~は*（新）*に", "<p><del>「旧」</del>は<em>（新）</em>に</p>"],
  ["`**「a」**で` と [**「b」**で](/**「c」**で)", "<p><code>**「a」**で</code> と <a"],
  ["- **「a」**で", "<li><strong>「a」</strong>で</li>"],
  ["foo**(bar)**baz", "<p>foo**(bar)**baz</p>"],
])("parses emphasis next to punctuation as intended: %s", ([markdown = "", html = ""]) => {
  expect(renderHtml(markdown)).toContain(html);
  expect(renderHtml(markdown)).not.toMatch(/\uFDD0|%EF%B7%90/i);
});

const TAGS: Readonly<Record<string, string>> = { strong: "strong", emphasis: "em" };

function htmlOf(node: Nodes): string {
  if (node.type === "text") return node.value;
  const inner = "children" in node ? node.children.map(htmlOf).join("") : "";
  const tag = TAGS[node.type];
  return tag === undefined ? inner : `<${tag}>${inner}</${tag}>`;
}

test("parses emphasis like remark-cjk-friendly", () => {
  const signs = fc.array(
    fc.constantFrom(
      "*",
      "**",
      "***",
      "a",
      "é",
      "は",
      "漢",
      "「",
      "」",
      "。",
      "（",
      "！",
      "(",
      ")",
      ",",
      " ",
      "한",
      "𠮷",
      "🎉",
      "“",
      "―",
    ),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(signs, (parts) => {
      const markdown = `x${parts.join("")}x`;
      const tree = fromMarkdown(markdown, { extensions: [cjkFriendlyExtension()] });
      expect(renderHtml(markdown)).toBe(`<p>${htmlOf(tree)}</p>`);
    }),
    { numRuns: 2000 },
  );
});

test.for([
  ["[call](tel:+81312345678)", '<a href="tel:+81312345678">call</a>'],
  ["<sms:+81312345678>", '<a href="sms:+81312345678">'],
  ["[call](TEL:+81312345678)", '<a href="tel:+81312345678">call</a>'],
  ["| a | b | c |\n|:-|-:|:-:|\n| x | y | z |", '<td align="right">y</td>'],
  ["| a | b | c |\n|:-|-:|:-:|\n| x | y | z |", '<th align="left">a</th>'],
  ["10<sup>6</sup> CO<sub>2</sub>", "10<sup>6</sup> CO<sub>2</sub>"],
  ["<u>a</u> <mark>b</mark>", "<u>a</u> <mark>b</mark>"],
])("renders %s with %s", ([markdown = "", html = ""]) => {
  expect(renderHtml(markdown)).toContain(html);
});
