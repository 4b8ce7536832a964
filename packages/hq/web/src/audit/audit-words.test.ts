import { expect, test } from "vitest";
import { wordsOf } from "./audit-words.ts";

const SOURCES = import.meta.glob<string>(["../../../src/**/*.ts", "!../../../src/**/*.test.ts"], {
  eager: true,
  query: "?raw",
  import: "default",
});
/** Of a route, and of what is written down without one. */
const AUDITED = /audit: \{\s*event: "([^"]+)"|event: "([^"]+)",\s*(?:actor|params)\b/g;

test("every act that HQ writes down has words", () => {
  const events = Object.values(SOURCES).flatMap((source) =>
    [...source.matchAll(AUDITED)].map(([, ofRoute, other]) => ofRoute ?? other ?? ""),
  );
  expect(events.length).toBeGreaterThan(80);
  expect(events.filter((event) => wordsOf(event) === undefined)).toEqual([]);
});
