import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hashObject } from "./object-id.ts";
import {
  EMPTY_TREE,
  findEntry,
  listEntries,
  printTreeEntry,
  readTree,
  sortKey,
  spliceTree,
  type Splice,
  type Tree,
} from "./tree.ts";

/** Object ids by name, of files alone. */
type Names = ReadonlyMap<string, string>;

const FIRST: Names = new Map(
  Array.from({ length: 300 }, (_, number) => [nameOf((number * 79) % 300), oidOf(number)]),
);

const name = fc.integer({ min: 0, max: 320 }).map(nameOf);
const edit = fc.dictionary(name, fc.option(fc.nat(9).map(oidOf)), { minKeys: 1, maxKeys: 6 });

function nameOf(number: number): string {
  return `e${number}`;
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
    const { at, key, span } = findEntry(tree, { name: file, folder: false });
    if (oid === null && span === undefined) return [];
    const bytes =
      oid === null ? Buffer.alloc(0) : printTreeEntry({ name: file, mode: "100644", oid });
    return [{ start: at, end: span?.end ?? at, bytes, key }];
  });
  return spliceTree(tree, splices);
}

test("a tree that is edited again and again is what git would hash of the whole", () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 4 }), (changes) => {
      let tree = readTree(bytesOf(FIRST));
      const model = new Map(FIRST);
      for (const change of changes) {
        tree = apply(tree, change);
        for (const [file, oid] of Object.entries(change)) {
          if (oid === null) model.delete(file);
          else model.set(file, oid);
        }
        expect(hashObject("tree", tree.bytes)).toBe(hashObject("tree", bytesOf(model)));
      }
      expect(new Map(listEntries(tree).map((entry) => [entry.name, entry.oid]))).toEqual(model);
      for (const [file, oid] of [...model].slice(0, 50)) {
        expect(findEntry(tree, { name: file, folder: false }).span?.entry.oid).toBe(oid);
      }
    }),
    { numRuns: 50 },
  );
});

test("a tree grows from nothing and ends in nothing", () => {
  const grown = apply(EMPTY_TREE, Object.fromEntries(FIRST));
  expect(grown.bytes).toEqual(bytesOf(FIRST));
  const gone = apply(grown, Object.fromEntries([...FIRST.keys()].map((file) => [file, null])));
  expect(gone.bytes).toHaveLength(0);
});

test("bytes that are no tree are refused", () => {
  const whole = bytesOf(new Map([["a", oidOf(1)]]));
  const broken = expect.objectContaining({ code: "repository_broken" });
  expect(() => readTree(whole.subarray(0, -1))).toThrow(broken);
  const nameless = readTree(Buffer.concat([Buffer.from("100644\0"), Buffer.alloc(20)]));
  expect(() => listEntries(nameless)).toThrow(broken);
});
