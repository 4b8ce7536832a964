import { expect, test } from "vitest";
import { type Language, loadMessages, textsOf } from "../../messages/messages.ts";
import { foundInsertions, INSERTIONS } from "./insertions.ts";

async function found(query: string, language: Language): Promise<readonly string[]> {
  const messages = textsOf(await loadMessages(language, "entry"));
  return foundInsertions(query, ({ label, words }) => ({
    label: messages[label],
    words: messages[words],
  })).map(({ id }) => id);
}

test("offers everything for an empty query", async () => {
  expect(await found("", "en")).toEqual(INSERTIONS.map(({ id }) => id));
  expect(await found("nothing", "en")).toEqual([]);
});

test.each<[query: string, language: Language, ids: readonly string[]]>([
  ["tab", "en", ["table"]],
  ["h2", "en", ["heading2"]],
  ["LIST", "en", ["bullets", "numbers", "tasks"]],
  ["todo", "en", ["tasks"]],
  ["li", "en", ["bullets", "numbers", "tasks", "entry", "image", "rule"]],
  ["見出し", "ja", ["heading1", "heading2", "heading3"]],
  ["いんよう", "ja", ["quote"]],
  ["テーブル", "ja", ["table"]],
  ["てーぶる", "ja", ["table"]],
  ["ｔａｂｌｅ", "ja", ["table"]],
  ["video", "ja", ["embed"]],
])("%s finds in %s: %s", async (query, language, ids) => {
  const offered = await found(query, language);
  expect(offered.toSorted()).toEqual([...ids].toSorted());
});
