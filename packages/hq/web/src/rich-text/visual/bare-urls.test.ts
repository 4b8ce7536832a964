import { EditorState } from "prosemirror-state";
import { expect, test } from "vitest";
import { openMarkdown } from "../../markdown/open-markdown.ts";
import { saveMarkdown } from "../../markdown/save-markdown.ts";
import { bareUrls } from "./bare-urls.ts";

/** Returns the saved text after replacing a part of it. */
function retyped(text: string, was: string, now: string): string {
  const { doc, base } = openMarkdown(text);
  const state = EditorState.create({ doc, plugins: [bareUrls()] });
  let at = -1;
  doc.descendants((node, position) => {
    const found = node.text?.indexOf(was) ?? -1;
    if (at === -1 && found !== -1) at = position + found;
  });
  const { tr } = state;
  const changed =
    now === "" ? tr.delete(at, at + was.length) : tr.insertText(now, at, at + was.length);
  return saveMarkdown(base, state.apply(changed).doc);
}

test.each([
  ["see https://a.test/one now", "one", "two", "see https://a.test/two now"],
  ["> see <https://a.test/one>", "one", "two", "> see <https://a.test/two>"],
  ["see www.a.test/one", "one", "two", "see www.a.test/two"],
  ["to ann@a.test, soon", "ann", "bob", "to bob@a.test, soon"],
  ["**https://a.test/one**", "one", "two", "**https://a.test/two**"],
  ["see https://a.test/one now", "https://a.test/", "", "see one now"],
  ["see https://a.test/one now", " now", "!", "see https://a.test/one!"],
  ["see [one.toml](one.toml)", "one", "two", "see [two.toml](one.toml)"],
  ["see [one day](https://a.test/one)", "one", "two", "see [two day](https://a.test/one)"],
])("%j with %j as %j becomes %j", (text, was, now, saved) => {
  expect(retyped(text, was, now)).toBe(saved);
});
