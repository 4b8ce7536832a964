import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashObject } from "./object-id.ts";
import { printTreeEntry, sortKey } from "./tree-bytes.ts";
import { EMPTY_TREE, findEntry, readTree, spliceTree, type Splice, type Tree } from "./tree.ts";

/** Object ids by name, of files alone. */
type Names = ReadonlyMap<string, string>;

// So long that the list has some fifteen pieces.
const FIRST: Names = new Map(
  Array.from({ length: 3000 }, (_, number) => [nameOf((number * 7919) % 3000), oidOf(number)]),
);

const name = fc.integer({ min: 0, max: 3200 }).map(nameOf);
const edit = fc.dictionary(name, fc.option(fc.nat(9).map(oidOf)), { minKeys: 1, maxKeys: 6 });

function nameOf(number: number): string {
  return `e${number}-${"long".repeat(30)}`;
}

function oidOf(number: number): string {
  return number.toString(16).padStart(40, "0");
}

function bytesOf(names: Names): Buffer {
  const entries = [...names].toSorted(([a], [b]) =>
    Buffer.compare(sortKey(a, false), sortKey(b, false)),
  );
  return Buffer.concat(
    entries.map(([file, oid]) => printTreeEntry({ name: file, mode: "100644", oid })),
  );
}

function apply(tree: Tree, change: Readonly<Record<string, string | null>>): Tree {
  const splices = Object.entries(change).flatMap(([file, oid]): Splice[] => {
    const { piece, at, key, span } = findEntry(tree, { name: file, folder: false });
    if (oid === null && span === undefined) return [];
    const bytes =
      oid === null ? Buffer.alloc(0) : printTreeEntry({ name: file, mode: "100644", oid });
    return [{ piece, start: at, end: span?.end ?? at, bytes, key }];
  });
  return splices.length === 0 ? tree : spliceTree(tree, splices);
}

test("a long list that is edited piece by piece is what git would hash of the whole", () => {
  const first = readTree(bytesOf(FIRST));
  expect(first.pieces.length).toBeGreaterThan(8);
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (changes) => {
      let tree = first;
      const model = new Map(FIRST);
      for (const change of changes) {
        tree = apply(tree, change);
        for (const [file, oid] of Object.entries(change)) {
          if (oid === null) model.delete(file);
          else model.set(file, oid);
        }
        // Asked each time: what an edit leaves of the hash before is used by the next.
        expect(tree.oid).toBe(hashObject("tree", bytesOf(model)));
      }
      for (const [file, oid] of [...model].slice(0, 50)) {
        expect(findEntry(tree, { name: file, folder: false }).span?.entry.oid).toBe(oid);
      }
    }),
    { numRuns: 25 },
  );
});

test("one edit shares nearly all of a long list with the one before", () => {
  const first = readTree(bytesOf(FIRST));
  const changed = apply(first, { [nameOf(500)]: oidOf(1) });
  const longer = apply(changed, { [nameOf(5000)]: oidOf(1) });
  expect([changed.ownLength, longer.ownLength].every((bytes) => bytes < 70_000)).toBe(true);
  expect(first.ownLength).toBe(first.length);
});

test("a list grows from nothing, is cut, and ends in nothing", () => {
  const grown = apply(EMPTY_TREE, Object.fromEntries(FIRST));
  expect(grown.pieces.length).toBeGreaterThan(8);
  expect(grown.oid).toBe(hashObject("tree", bytesOf(FIRST)));
  const gone = apply(grown, Object.fromEntries([...FIRST.keys()].map((file) => [file, null])));
  expect(gone.length).toBe(0);
});
