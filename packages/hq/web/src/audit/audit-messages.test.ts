import { type MessageFormatElement, parse, TYPE } from "@formatjs/icu-messageformat-parser";
import { expect, test } from "vitest";
import en from "../messages/audit.en.json";
import ja from "../messages/audit.ja.json";
import { auditMessageId } from "./audit-messages.ts";

const SOURCES = import.meta.glob<string>(["../../../src/**/*.ts", "!../../../src/**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
/** Matches events of routes, and events recorded without one. */
const AUDITED = /audit: \{\s*event: "([^"]+)"|event: "([^"]+)",\s*(?:actor|params)\b/g;

test("has a message for every recorded event", () => {
  const events = Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(AUDITED)].map(([, ofRoute, other]) => ofRoute ?? other ?? ""),
  );
  expect(events.length).toBeGreaterThan(80);
  expect(events.filter((event) => auditMessageId(event) === undefined)).toEqual([]);
});

/** Returns whether a message names the actor in each of its variants. */
function namesWho(elements: readonly MessageFormatElement[]): boolean {
  return elements.some((element) => {
    if (element.type === TYPE.argument) return element.value === "who";
    if (element.type !== TYPE.select) return false;
    return Object.values(element.options).every(({ value }) => namesWho(value));
  });
}

test.each([
  ["English", en],
  ["Japanese", ja],
])(
  "phrases every event as a complete %s sentence with its actor",
  (_, texts: Readonly<Record<string, string>>) => {
    const acts = Object.entries(texts).filter(([id]) => id.startsWith("audit.did."));
    expect(acts.length).toBeGreaterThan(80);
    expect(acts.filter(([, text]) => !namesWho(parse(text)))).toEqual([]);
  },
);
