import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../../tests/support/properties/code-point.ts";
import { explodes } from "../../../../../tests/support/properties/explodes.ts";
import { isCmsError } from "../../base/errors.ts";
import {
  FILTER_OPERATORS,
  type FilterNode,
  isPresence,
  parseFilters,
  printFilters,
} from "./parse-filters.ts";

/** A tree as nested lists: `["or", "a=1", "b=2"]`. */
type Shape = string | readonly [string, Shape, Shape];

function shapeOf(node: FilterNode): Shape {
  if (node.kind !== "term") return [node.kind, shapeOf(node.left), shapeOf(node.right)];
  const { field, operator, value: operand } = node;
  return isPresence(operator) ? `${field} ${operator}` : `${field} ${operator} ${operand}`;
}

const shape = (text: string): Shape => shapeOf(parseFilters(text));

describe("filters", () => {
  test.for<readonly [string, Shape]>([
    ["title[equals]x", "title equals x"],
    ["title[exists]", "title exists"],
    ["a[less_than]1", "a less_than 1"],
    ["a[equals]1[and]b[equals]2", ["and", "a equals 1", "b equals 2"]],
    [
      "a[equals]1[or]b[equals]2[and]c[equals]3",
      ["and", ["or", "a equals 1", "b equals 2"], "c equals 3"],
    ],
    [
      "a[equals]1[or](b[equals]2[and]c[equals]3)",
      ["or", "a equals 1", ["and", "b equals 2", "c equals 3"]],
    ],
    ["((a[exists]))", "a exists"],
    ["( a[exists] ) [and] b[exists] ", ["and", "a exists", "b exists"]],
    ["a[equals]x [and]b[equals]y", ["and", "a equals x ", "b equals y"]],
    ["title[equals]Design (part 1)", "title equals Design (part 1)"],
    ["title[equals](x)[and]a[exists]", ["and", "title equals (x)", "a exists"]],
    ["(title[equals]f(x)[or]a[exists])", ["or", "title equals f(x)", "a exists"]],
    ["title[equals]a (b[and]c[equals]d)", "title equals a (b[and]c[equals]d)"],
    [String.raw`title[contains]:\)`, "title contains :)"],
    [String.raw`title[contains]\[and\]\\`, "title contains [and]\\"],
    [String.raw`title[contains]C:\dir`, String.raw`title contains C:\dir`],
    ['a[equals],%"\n*.+', 'a equals ,%"\n*.+'],
    ["author.name[begins_with]Ad", "author.name begins_with Ad"],
  ])("%s", ([text, expected]) => expect(shape(text)).toEqual(expected));

  test("contain the position of each condition", () => {
    const text = "(a[equals]1)[or]bc[exists]";
    const node = parseFilters(text);
    expect([node.start, node.end]).toEqual([1, text.length]);
    expect(node).toMatchObject({
      left: { start: 1, operatorStart: 3, valueStart: 10, end: 11 },
      right: { start: 16, operatorStart: 19, valueStart: 26, end: 26 },
    });
  });
});

const many = (count: number, text: string, joint = "[and]"): string =>
  Array.from({ length: count }, () => text).join(joint);

describe("invalid filters", () => {
  test.for<readonly [string, number]>([
    ["", 0],
    ["title", 5],
    ["title[equals]", 13],
    ["title[equals][and]a[exists]", 13],
    ["title[is]x", 6],
    ["title[EQUALS]x", 6],
    ["title[]x", 6],
    ["title[equals", 12],
    ["[equals]x", 0],
    ["a[equals]1[and]", 15],
    ["[and]a[equals]1", 0],
    ["a[exists]x", 9],
    ["a[exists]b[exists]", 9],
    ["(a[equals]1", 0],
    ["a[equals]1)", 10],
    ["(a[equals]1)b[exists]", 12],
    ["a[equals]x(y", 10],
    ["a[equals]x[y]", 10],
    ["a[equals]x]", 10],
    ["a[equals]x[AND]b[exists]", 10],
    ["a(b)[equals]1", 1],
    ["()", 1],
    [many(51, "a[exists]"), 50 * 14],
    [`${"(".repeat(11)}a[exists]${")".repeat(11)}`, 10],
    ["(".repeat(10_000), 4000],
    ["[".repeat(3999), 0],
    [`a[equals]${"x".repeat(3992)}`, 4000],
  ])("%.60s at %i", ([text, position]) => {
    expect(() => parseFilters(text)).toThrow(
      expect.objectContaining({
        code: "invalid_filters",
        details: expect.objectContaining({ param: "filters", position }),
      }),
    );
  });

  test("cause an error with the known operators", () => {
    expect(() => parseFilters("a[like]x")).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ allowed: FILTER_OPERATORS }) }),
    );
  });

  test("exclude those exactly at the limits", () => {
    expect(() => parseFilters(many(50, "a[exists]"))).not.toThrow();
    expect(() => parseFilters(`${"(".repeat(10)}a[exists]${")".repeat(10)}`)).not.toThrow();
    expect(() => parseFilters(`a[equals]${"😀".repeat(3991)}`)).not.toThrow();
  });
});

const value = fc.string({
  minLength: 1,
  maxLength: 6,
  unit: fc.constantFrom(
    "[",
    "]",
    "(",
    ")",
    "\\",
    "[and]",
    "[or]",
    " ",
    ",",
    "%",
    "'",
    "\n",
    "é",
    "a",
  ),
});
const anyTerm = fc
  .tuple(fc.constantFrom("title", "author.name", "a"), fc.constantFrom(...FILTER_OPERATORS), value)
  .map(([field, operator, text]): FilterNode => {
    const operand = isPresence(operator) ? "" : text;
    const term = { kind: "term", field, operator, value: operand } as const;
    return Object.assign(term, { start: 0, end: 0, operatorStart: 0, valueStart: 0 });
  });
const { tree } = fc.letrec<{ tree: FilterNode }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    anyTerm,
    fc
      .tuple(fc.constantFrom("and", "or"), tie("tree"), tie("tree"))
      .map(([kind, left, right]): FilterNode => ({ kind, left, right, start: 0, end: 0 })),
  ),
}));

test("parses printed filters to the same tree, whatever the values", () => {
  fc.assert(
    fc.property(tree, (node) => {
      expect(shapeOf(parseFilters(printFilters(node)))).toEqual(shapeOf(node));
    }),
  );
});

const pieces = fc.constantFrom(
  ..."a|[equals]|[and]|[or]|(|)|[|]|\\|[exists]|x| |[not_equals]|😀|.|,".split("|"),
);
const anything = fc.oneof(
  fc.string({ unit: codePoint }),
  fc.array(pieces, { maxLength: 60 }).map((parts) => parts.join("")),
);

/** Returns the start and end of the tree, or the error's position twice. */
function placesIn(text: string): readonly number[] {
  try {
    const { start, end } = parseFilters(text);
    return [start, end];
  } catch (error) {
    if (!isCmsError(error) || error.code !== "invalid_filters") throw error;
    const position = Number(error.details["position"]);
    return [position, position];
  }
}

test("parses any input or reports a position in it", () => {
  fc.assert(
    fc.property(anything, (text) => {
      const [start = -1, end = -1] = placesIn(text);
      expect([start >= 0, start <= end, end <= text.length]).toEqual([true, true, true]);
    }),
  );
});

test.for([
  ["((((((((((", 400],
  ["a[equals](", 400],
  ["\\", 4000],
  ["a[equals]\\", 400],
  ["a[equals]x[and]", 50],
  ["[", 4000],
  ["(a[exists])[or]", 50],
  [" ", 4000],
] as const)("parses repeated %j without backtracking", async ([part, times]) => {
  const text = part.repeat(times).slice(0, 4000);
  expect(await explodes(() => placesIn(text))).toBe(false);
});
