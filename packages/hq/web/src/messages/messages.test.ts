import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import { loadMessages } from "./messages.ts";

/** The names of what stands in a text: values, and the tags around words. */
function namesIn(elements: readonly MessageFormatElement[]): readonly string[] {
  return elements.flatMap((element) => {
    switch (element.type) {
      case TYPE.literal:
      case TYPE.pound:
        return [];
      case TYPE.tag:
        return [element.value, ...namesIn(element.children)];
      case TYPE.plural:
      case TYPE.select: {
        const options = Object.values(element.options);
        return [element.value, ...options.flatMap(({ value }) => namesIn(value))];
      }
      case TYPE.argument:
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
        return [element.value];
    }
  });
}

test("every text parses, and no language asks for a value that the other does not know", async () => {
  const [en, ja] = await Promise.all([loadMessages("en"), loadMessages("ja")]);
  expect(Object.keys(ja)).toEqual(Object.keys(en));
  const texts = new Map<string, string>(Object.entries(ja));
  for (const [id, text] of Object.entries(en)) {
    const known = new Set(namesIn(parse(text)));
    const asked = namesIn(parse(texts.get(id) ?? ""));
    expect({ id, unknown: asked.filter((name) => !known.has(name)) }).toEqual({ id, unknown: [] });
  }
});
