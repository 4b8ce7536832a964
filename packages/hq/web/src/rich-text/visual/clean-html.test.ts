import { expect, test } from "vitest";
import { withoutStyles } from "./clean-html.ts";

test.for([
  [
    "<meta charset='utf-8'><p>One</p><style>p { color: red }</style><p>Two</p>",
    "<p>One</p><p>Two</p>",
  ],
  ["<title>A <b>page</b></title><link rel=x><p>One</p>", "<p>One</p>"],
  ["<!--StartFragment--><p>One</p><!--EndFragment-->", "<p>One</p>"],
  ["<![if !supportLists]>1.<![endif]>One", "1.One"],
  ["<!--[if gte mso 9]><xml><w:x>y</w:x></xml><![endif]--><p>One</p>", "<p>One</p>"],
  ["<xml><style>a</style></xml><p>One</p>", "<p>One</p>"],
  ["<STYLE type='a'>b</Style ><p>One</p>", "<p>One</p>"],
  [
    "<p style='mso-list:l0 level1'>a style=b</p>",
    "<p data-style='mso-list:l0 level1'>a style=b</p>",
  ],
  ["<p>One</p><style>p {}", "<p>One</p>"],
  [
    "<title-bar>One</title-bar><link-card>Two</link-card>",
    "<title-bar>One</title-bar><link-card>Two</link-card>",
  ],
] as const)("cleans %s to %s", ([html, stays]) => expect(withoutStyles(html)).toBe(stays));

test.for([
  "<!--",
  "<![",
  "<style ",
  "<style>",
  "<title></style>",
  "<meta ",
  "<a ",
  "<a style",
  " style",
])("WEB-10 cleans a clipboard full of %j quickly", (part) =>
  expect(withoutStyles(part.repeat(200_000)).length).toBeLessThan(3_000_000),
);
