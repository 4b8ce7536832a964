import * as fc from "fast-check";
import { expect, test } from "vitest";
import { matching, partsOf, sentOf, typedName, writtenOf } from "./mentions.ts";

const people = [
  { id: "u1", name: "Ann" },
  { id: "u2", name: "Ann Müller" },
  { id: "u3", name: "田中 花子" },
];

test("prefers longer names and ignores email addresses", () => {
  expect(sentOf("@Ann Müller and @Ann, see @田中 花子さん", people)).toBe(
    "@[Ann Müller](u2) and @[Ann](u1), see @[田中 花子](u3)さん",
  );
  expect(sentOf("ann@Ann.example, @Bob", people)).toBe("ann@Ann.example, @Bob");
});

test("splits a comment into parts and restores it for editing", () => {
  const body = "True for @[Ann Müller](u2)’s sentence.";
  expect(partsOf(body)).toEqual([
    { kind: "text", text: "True for " },
    { kind: "mention", id: "u2", name: "Ann Müller" },
    { kind: "text", text: "’s sentence." },
  ]);
  expect(sentOf(writtenOf(body), people)).toBe(body);
  fc.assert(
    fc.property(fc.string(), (text) => {
      const shown = partsOf(text).map((part) =>
        part.kind === "text" ? part.text : `@[${part.name}](${part.id})`,
      );
      expect(shown.join("")).toBe(text);
    }),
  );
});

test("finds the name being typed at the cursor", () => {
  expect(typedName("See @an", 7)).toEqual({ from: 4, query: "an" });
  expect(typedName("See @Ann Mü", 11)).toEqual({ from: 4, query: "Ann Mü" });
  expect(typedName("See @an", 3)).toBeUndefined();
  expect(typedName("a@b", 3)).toBeUndefined();
  expect(typedName("@a\nb", 4)).toBeUndefined();
});

test("suggests people by any part of their name until it is complete", () => {
  expect(matching("mü", people)).toEqual([people[1]]);
  expect(matching("", people)).toEqual(people);
  expect(matching("Ann Müller ", people)).toEqual([]);
  expect(matching("花", people)).toEqual([people[2]]);
});
