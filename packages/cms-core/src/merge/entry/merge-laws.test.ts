import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { entriesOf, schemas } from "../../../../../tests/support/properties/arbitraries.ts";
import {
  editedOf,
  SCHEMA,
  sentenceOf,
  someEntries,
} from "../../../../../tests/support/properties/arbitrary-edits.ts";
import type { SchemaVersion } from "../../model/content-type.ts";
import type { Entry } from "../../model/entry.ts";
import type { MergeConflict } from "../sequence/conflict.ts";
import { mergeEntries } from "./merge-entries.ts";

interface Three {
  readonly schema: SchemaVersion;
  readonly base: Entry;
  readonly ours: Entry;
  readonly theirs: Entry;
}

/** Three entries that share only their schema and id. */
const strangers: fc.Arbitrary<Three> = schemas.chain((schema) =>
  fc.tuple(entriesOf(schema), entriesOf(schema), entriesOf(schema)).map(([base, ours, theirs]) => ({
    schema,
    base,
    ours: { ...ours, id: base.id },
    theirs: { ...theirs, id: base.id },
  })),
);

/** Two edits of one entry. */
const edits: fc.Arbitrary<Three> = someEntries.chain((base) =>
  fc
    .tuple(editedOf(base), editedOf(base))
    .map(([ours, theirs]) => ({ schema: SCHEMA, base, ours, theirs })),
);

/** Two edits of a long text that repeats a number of different paragraphs. */
function longTexts(kinds: number): fc.Arbitrary<Three> {
  const paragraph = (number: number): string => {
    const kind = number % kinds;
    return `${sentenceOf(kind)} ${sentenceOf(kind + kinds)}`;
  };
  const paragraphs = (from: number, count: number): string[] =>
    Array.from({ length: count }, (_, at) => paragraph(from + at));
  const edit = fc.record({ at: fc.nat(24), out: fc.nat(2), put: fc.nat(2) });
  const textEdits = fc.array(edit, { minLength: 1, maxLength: 3 });
  const lengths = fc.integer({ min: 8, max: 24 });
  return fc.tuple(lengths, textEdits, textEdits).map(([length, mine, other]) => {
    const base = paragraphs(0, length);
    const edited = (all: typeof mine, first: number): Entry =>
      withBody(
        all.reduce(
          (list, { at, out, put }, index) =>
            list.toSpliced(at, out, ...paragraphs(first + 10 * index, put)),
          base,
        ),
      );
    const [ours, theirs] = [edited(mine, 100), edited(other, 200)];
    return { schema: SCHEMA, base: withBody(base), ours, theirs };
  });
}

function withBody(paragraphs: readonly string[]): Entry {
  return {
    id: "eaaaaaaaaaaaaaaaaaaa",
    type: "posts",
    slug: "hello",
    schema: 1,
    createdAt: "2026-11-20T09:30:00.000Z",
    values: new Map(paragraphs.length === 0 ? [] : [["body", paragraphs.join("\n\n")]]),
  };
}

const alike = longTexts(7);
const distinct = longTexts(1000);
const threes = fc.oneof(strangers, edits, alike, distinct);

function mirrored(conflicts: readonly MergeConflict[]): unknown {
  return conflicts.map(({ path, base, ours, theirs }) => ({
    path,
    base,
    ours: theirs,
    theirs: ours,
  }));
}

/** Returns the words of a value, separately for each row. */
function words(value: unknown): Set<string> {
  const text = JSON.stringify(value instanceof Map ? [...value] : value, (_key, item: unknown) =>
    item instanceof Map ? [...item] : item,
  );
  return new Set((text ?? "").replaceAll("\\n", " ").match(/\b[\da-z]{7}w\b/g));
}

function minus(all: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...all].filter((item) => !others.has(item));
}

/** Step budgets, from unlimited to too small for any comparison. */
const BOUNDS = [undefined, 24_000, 18_000, 13_000, 10_000, 0] as const;

test("the budgets of these tests run out", () => {
  const samples = fc.sample(distinct, { numRuns: 300, seed: 1 });
  const clean = BOUNDS.map(
    (steps) =>
      samples.filter(({ schema, ...versions }) => {
        return mergeEntries(versions, schema, steps).conflicts.length === 0;
      }).length,
  );
  expect(clean).toEqual(clean.toSorted((a, b) => b - a));
  expect(new Set(clean).size).toBeGreaterThan(3);
});

describe.each(BOUNDS)("with %s steps", (steps) => {
  const numRuns = steps === undefined ? 500 : 150;

  test("adopts changes of a single side", () => {
    fc.assert(
      fc.property(threes, ({ schema, base, ours }) => {
        for (const [left, right] of [
          [base, ours],
          [ours, base],
          [ours, ours],
        ] as const) {
          const { merged, conflicts } = mergeEntries(
            { base, ours: left, theirs: right },
            schema,
            steps,
          );
          expect(merged).toEqual(ours);
          expect(conflicts).toEqual([]);
        }
      }),
    );
  });

  test("gives the same result with mirrored conflicts if the sides are swapped", () => {
    fc.assert(
      fc.property(threes, ({ schema, base, ours, theirs }) => {
        const one = mergeEntries({ base, ours, theirs }, schema, steps);
        const other = mergeEntries({ base, ours: theirs, theirs: ours }, schema, steps);
        expect(other.merged).toEqual(one.merged);
        expect(other.conflicts).toEqual(mirrored(one.conflicts));
      }),
      { numRuns },
    );
  });

  test("contains all additions and no removed values, or reports a conflict", () => {
    fc.assert(
      fc.property(fc.oneof(edits, alike, distinct), ({ schema, base, ours, theirs }) => {
        const { merged, conflicts } = mergeEntries({ base, ours, theirs }, schema, steps);
        for (const { id, apiId } of schema.fields) {
          if (conflicts.some(({ path }) => path.startsWith(apiId))) continue;
          const [before, mine, other, now] = [base, ours, theirs, merged].map((entry) =>
            words(entry.values.get(id)),
          );
          if (!before || !mine || !other || !now) throw new Error("four versions");
          const missing = [...minus(mine, before), ...minus(other, before)].filter(
            (w) => !now.has(w),
          );
          expect(missing).toEqual([]);
          const removed = [...minus(before, mine), ...minus(before, other)].filter((w) =>
            now.has(w),
          );
          expect(removed).toEqual([]);
        }
      }),
      { numRuns },
    );
  });

  // If a text only repeats itself, insertions cannot be told from existing parts.
  test("does not change a clean result that is merged again with a side", () => {
    fc.assert(
      fc.property(fc.oneof(edits, distinct), ({ schema, base, ours, theirs }) => {
        const { merged, conflicts } = mergeEntries({ base, ours, theirs }, schema, steps);
        fc.pre(conflicts.length === 0);
        for (const side of [ours, theirs]) {
          const again = mergeEntries({ base, ours: merged, theirs: side }, schema, steps);
          expect(again.conflicts).toEqual([]);
          expect(again.merged).toEqual(merged);
        }
      }),
      { numRuns },
    );
  });
});
