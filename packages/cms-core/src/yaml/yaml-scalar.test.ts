import * as fc from "fast-check";
import { CORE_SCHEMA, load, YAML11_SCHEMA } from "js-yaml";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { nastyText } from "../../../../tests/support/properties/arbitraries.ts";
import { printString } from "./yaml-tree.ts";
import { readYaml } from "./yaml.ts";

function member(value: unknown): unknown {
  return typeof value === "object" && value !== null && "a" in value ? value.a : undefined;
}

/** Parses a printed value with every YAML library that a developer could use. */
function readings(printed: string): unknown[] {
  const file = `a: ${printed}\nb: end\n`;
  return [
    readYaml(file).get("a"),
    member(load(file, { schema: CORE_SCHEMA })),
    member(load(file, { schema: YAML11_SCHEMA })),
    member(parse(file)),
    member(parse(file, { version: "1.1" })),
  ];
}

describe("a printed string", () => {
  const texts = [
    ..."~ null true false yes no on off y n Yes NO 1 -1 +1 1.5 1e3 .5 0x1F 0o17 010 1_000 12:30:45 .inf -.INF .nan".split(
      " ",
    ),
    "2024-01-01",
    "2001-12-14 21:59:43.10 -5",
    "=",
    "<<",
    "-",
    "- a",
    "?",
    "? a",
    ":",
    "a: b",
    "a:",
    "#",
    "a #b",
    "a#b",
    " a",
    "a ",
    "&a",
    "*a",
    "!a",
    "|",
    ">",
    "%a",
    "@a",
    "`a",
    "'",
    '"',
    "[",
    "{",
    ",",
    "---",
    "...",
    "--- a",
    "\ta",
    "a\tb",
    "a\n",
    "\na",
    "a\n\n\n",
    " a\nb",
    "\n\n",
    " \n ",
    "a\n  b\n c",
    "# a\n# b",
    "---\na",
    "a\u0085b",
    "a\u2028b\n",
    "\uFEFFa",
    "a\u00A0",
    "é",
    "😀",
    "a\\b",
    `a"b'c: d`,
    "",
    "a\n \n",
    " !\n\n ",
    "a\n\n\t\n\n",
    "\t\n",
    "\ta\nb",
    "0b11",
    "1:20",
    "190:20:30",
    "+.inf",
    "0.",
    "1e400",
    "e1",
    "12e3",
  ];
  test.for(texts)("%j is the same string for every parser", (text) => {
    expect(readings(printString(text, 0))).toEqual([text, text, text, text, text]);
  });

  test("is read back unchanged by every parser", () => {
    fc.assert(
      fc.property(nastyText, (text) => {
        expect(readings(printString(text, 0))).toEqual([text, text, text, text, text]);
      }),
      { numRuns: 400 },
    );
  });

  test("stays plain if every parser reads it as text", () => {
    for (const text of [
      "Hello world",
      "Why git?",
      "a/b",
      "it's",
      "10 things",
      "v1.2",
      "コーヒー",
    ]) {
      expect(printString(text, 0)).toBe(text);
    }
  });
});
