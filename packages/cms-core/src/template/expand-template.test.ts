import { array, assert, constantFrom, oneof, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { expandTemplate, templateNames } from "./expand-template.ts";

const VALUES = new Map([
  ["A", "1"],
  ["long_Name2", "two"],
  ["EMPTY", ""],
  ["NESTED", "{{A}}"],
  ["DOLLAR", "$& $1 $$ $`"],
]);

describe("a template", () => {
  test.for([
    ["{{A}} and {{long_Name2}}{{A}}", "1 and two1"],
    ["{{EMPTY}}|", "|"],
    ["nothing to do", "nothing to do"],
    ["{{UNKNOWN}} stays", "{{UNKNOWN}} stays"],
    ["{{__proto__}} {{constructor}} {{toString}}", "{{__proto__}} {{constructor}} {{toString}}"],
    ["{{ A }} {{a-b}} {{}} {{A", "{{ A }} {{a-b}} {{}} {{A"],
    ["{{É}} {{Ａ}}", "{{É}} {{Ａ}}"],
    ["{{{A}}} ${{A}}", "{1} $1"],
    ["{{NESTED}}", "{{A}}"],
    ["{{DOLLAR}}", "$& $1 $$ $`"],
  ] as const)("%s becomes %s", ([text, expanded]) => {
    expect(expandTemplate(text, VALUES)).toBe(expanded);
  });

  test("lists its variables without duplicates", () => {
    expect(templateNames("{{B}} {{A}} {{B}} {{ C }}")).toEqual(["B", "A"]);
  });

  test("is the text between its references, with values or the references themselves", () => {
    const names = ["A", "NESTED", "UNKNOWN", "EMPTY"] as const;
    const reference = constantFrom(...names).map((name) => ({
      text: `{{${name}}}`,
      expanded: VALUES.get(name) ?? `{{${name}}}`,
    }));
    const words = string({ maxLength: 8 }).map((text) => {
      const plain = text.replaceAll(/[{}]/g, "");
      return { text: plain, expanded: plain };
    });
    assert(
      property(array(oneof(reference, words)), (pieces) => {
        const text = pieces.map((piece) => piece.text).join("");
        const expected = pieces.map((piece) => piece.expanded).join("");
        expect(expandTemplate(text, VALUES)).toBe(expected);
      }),
    );
  });

  test("SKL-05 has a limited size if it repeats a long value", () => {
    const values = new Map([["A", "x".repeat(65_536)]]);
    expect(expandTemplate("{{A}}".repeat(128), values)).toHaveLength(8 * 1024 * 1024);
    const error = { code: "too_large", message: expect.stringContaining("8388608 characters") };
    expect(() => expandTemplate("{{A}}".repeat(100_000), values)).toThrow(
      expect.objectContaining(error),
    );
  });

  test("expands in linear time", () => {
    const braces = "{".repeat(2_000_000);
    expect(expandTemplate(braces, VALUES)).toBe(braces);
    const open = "{{A".repeat(500_000);
    expect(expandTemplate(open, VALUES)).toBe(open);
  });
});
