import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";

type Texts = Readonly<Record<string, string>>;

const ENGLISH = import.meta.glob<Texts>("./*.en.json", { eager: true, import: "default" });
const JAPANESE = import.meta.glob<Texts>("./*.ja.json", { eager: true, import: "default" });
const SOURCES = import.meta.glob<string>("../**/*.{ts,tsx}", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The folders whose screens load a part, and can therefore use its messages. */
const SAID_IN: Readonly<Record<string, RegExp>> = {
  "./delivery.en.json": /^..\/delivery\//u,
  "./audit.en.json":
    /^..\/(audit\/|(site-settings|workspace)\/audit-section|instance\/audit-screen)/u,
  "./onboarding.en.json": /^..\/(onboarding|home|delivery\/astro)/u,
  "./instance.en.json": /^..\/instance\//u,
  "./workspace.en.json": /^..\/(workspace|instance)\//u,
  "./settings.en.json": /^..\/site-settings\//u,
  "./account.en.json": /^..\/identity\/account\//u,
  "./hub.en.json": /^..\/hub\//u,
  "./entries.en.json": /^..\/entries\/(?!bulk\/)/u,
  "./history.en.json": /^..\/history\//u,
  "./entry.en.json": /^..\/(entry|preview|rich-text|hub\/skills)/u,
  "./media.en.json": /^..\/(media|entry|ui\/media)/u,
  "./releases.en.json": /^..\/releases\//u,
  "./review.en.json": /^..\/review\//u,
  "./schema.en.json": /^..\/schema\//u,
  "./log.en.json": /^..\/site-log\//u,
};

/** Returns the names of arguments and tags in a message. */
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

test.each(Object.entries(ENGLISH))(
  "parses every message of %s and uses the same arguments in both languages",
  (file, en) => {
    const ja = JAPANESE[file.replace(".en.", ".ja.")] ?? {};
    expect(Object.keys(ja)).toEqual(Object.keys(en));
    for (const [id, text] of Object.entries(en)) {
      const known = new Set(namesIn(parse(text)));
      const asked = namesIn(parse(ja[id] ?? ""));
      const unknown = asked.filter((name) => !known.has(name));
      expect({ id, unknown }).toEqual({ id, unknown: [] });
    }
  },
);

/** Characters of Japanese text, including punctuation. */
const KANA_OR_KANJI = "[\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Han}ー、。「」（）：]";
/** Half-width punctuation after Japanese, or a space between Japanese and Latin text. */
const UNJAPANESE = new RegExp(
  `${KANA_OR_KANJI}[,:;?!]|${KANA_OR_KANJI} [A-Za-z0-9{<]|[A-Za-z0-9>] ${KANA_OR_KANJI}`,
  "u",
);

test("uses full-width punctuation in Japanese and no spaces around Latin words", () => {
  const texts = Object.values(JAPANESE).flatMap((part) => Object.entries(part));
  // Search keywords, separated by spaces.
  const shown = texts.filter(([id]) => !id.startsWith("richText.seek."));
  expect(shown.filter(([, text]) => UNJAPANESE.test(text))).toEqual([]);
});

test("uses messages only in folders that load their part", () => {
  const partOf = new Map<string, string>();
  for (const [part, texts] of Object.entries(ENGLISH)) {
    for (const id of Object.keys(texts)) {
      expect({ id, part: partOf.get(id) }).toEqual({ id, part: undefined });
      partOf.set(id, part);
    }
  }
  for (const [file, source] of Object.entries(SOURCES)) {
    for (const [, id = ""] of source.matchAll(/"([a-zA-Z]+\.[\w.:-]+)"/gu)) {
      const part = partOf.get(id) ?? "./common.en.json";
      if (part === "./common.en.json") continue;
      expect({ id, file, may: SAID_IN[part]?.test(file) }).toEqual({ id, file, may: true });
    }
  }
});

test("shows messages with an unpublished variant through LiveMessage", () => {
  const ids = Object.values(ENGLISH).flatMap((texts) => Object.keys(texts));
  const chosen = ids
    .filter((id) => id.endsWith(".whileOff"))
    .map((id) => id.slice(0, -".whileOff".length));
  expect(chosen).toContain("log.isLive");
  for (const [file, source] of Object.entries(SOURCES)) {
    for (const [, id = ""] of source.matchAll(
      /(?:<FormattedMessage\s+id=|formatMessage\(\{ id: )"([\w.]+)"/gu,
    )) {
      expect({ id, file, isBypassed: chosen.includes(id) }).toEqual({
        id,
        file,
        isBypassed: false,
      });
    }
  }
});

test("never mentions “live” in variants for unpublished sites", () => {
  const texts = Object.values(ENGLISH).flatMap((part) => Object.entries(part));
  const off = texts.filter(([id]) => id.endsWith(".whileOff"));
  // Argument names are not text.
  const wrong = off.filter(([, text]) => /\blive\b/iu.test(text.replaceAll("{live,", "")));
  expect(wrong).toEqual([]);
});
