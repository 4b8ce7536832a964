import * as fc from "fast-check";
import { expect, test } from "vitest";
import { entriesOf, schemas } from "../../../../tests/support/arbitraries.ts";
import { editedOf, SCHEMA, someEntries } from "../../../../tests/support/arbitrary-edits.ts";
import type { SchemaVersion } from "../model/content-type.ts";
import type { Entry } from "../model/entry.ts";
import type { MergeConflict } from "./conflict.ts";
import { mergeEntries } from "./merge-entries.ts";

interface Three {
  readonly schema: SchemaVersion;
  readonly base: Entry;
  readonly ours: Entry;
  readonly theirs: Entry;
}

/** Three entries that have nothing in common but their schema and id. */
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

const threes = fc.oneof(strangers, edits);

function mirrored(conflicts: readonly MergeConflict[]): unknown {
  return conflicts.map(({ path, base, ours, theirs }) => ({
    path,
    base,
    ours: theirs,
    theirs: ours,
  }));
}

test("what one side did alone is the result", () => {
  fc.assert(
    fc.property(threes, ({ schema, base, ours }) => {
      for (const [left, right] of [
        [base, ours],
        [ours, base],
        [ours, ours],
      ] as const) {
        const { merged, conflicts } = mergeEntries({ base, ours: left, theirs: right }, schema);
        expect(merged).toEqual(ours);
        expect(conflicts).toEqual([]);
      }
    }),
  );
});

test("the result is the same whichever side is ours, and the conflicts are mirrored", () => {
  fc.assert(
    fc.property(threes, ({ schema, base, ours, theirs }) => {
      const one = mergeEntries({ base, ours, theirs }, schema);
      const other = mergeEntries({ base, ours: theirs, theirs: ours }, schema);
      expect(other.merged).toEqual(one.merged);
      expect(other.conflicts).toEqual(mirrored(one.conflicts));
      expect([other.fromTheirs, other.fromOurs]).toEqual([one.fromOurs, one.fromTheirs]);
    }),
    { numRuns: 500 },
  );
});

/** The words of a value, those of each row apart. */
function words(value: unknown): Set<string> {
  const text = JSON.stringify(value instanceof Map ? [...value] : value, (_key, item: unknown) =>
    item instanceof Map ? [...item] : item,
  );
  return new Set((text ?? "").replaceAll("\\n", " ").match(/\b[\da-z]{7}w\b/g));
}

function minus(all: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...all].filter((item) => !others.has(item));
}

test("what either side put in is in the result, what either took out is not, or it is a conflict", () => {
  fc.assert(
    fc.property(edits, ({ schema, base, ours, theirs }) => {
      const { merged, conflicts } = mergeEntries({ base, ours, theirs }, schema);
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
        const gone = [...minus(before, mine), ...minus(before, other)].filter((w) => now.has(w));
        expect(gone).toEqual([]);
      }
    }),
    { numRuns: 500 },
  );
});

test("a clean result merged again with a side stays as it is", () => {
  fc.assert(
    fc.property(edits, ({ schema, base, ours, theirs }) => {
      const { merged, conflicts } = mergeEntries({ base, ours, theirs }, schema);
      fc.pre(conflicts.length === 0);
      for (const side of [ours, theirs]) {
        const again = mergeEntries({ base, ours: merged, theirs: side }, schema);
        expect(again.conflicts).toEqual([]);
        expect(again.merged).toEqual(merged);
      }
    }),
    { numRuns: 500 },
  );
});
