import { hash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import {
  editedOf,
  SCHEMA,
  someEntries,
} from "../../../../../tests/support/properties/arbitrary-edits.ts";
import { readEntryId } from "../../content/entry/parse-entry.ts";
import { printEntryFile } from "../../content/entry/print-entry.ts";
import type { Entry } from "../../model/entry.ts";
import { pairChanges, type SideChange } from "../entry/tree-sides.ts";
import { mergeTrees, type MergedTree } from "./merge-trees.ts";

const TRIALS = { numRuns: 200 };
const NAMES = ["a", "b", "c", "d", "e", "f"];
const SITE = { id: "s", name: "Test", paths: {}, routes: {} };

/** Entries by file name. */
type Tree = ReadonlyMap<string, Entry>;

function named(name: string, entry: Entry): Entry {
  return { ...entry, id: `e${name.repeat(19)}`, slug: name };
}

const trees: fc.Arbitrary<Tree> = fc
  .tuple(...NAMES.slice(0, 4).map((name) => someEntries.map((entry) => named(name, entry))))
  .map((entries) => new Map(entries.map((entry) => [entry.slug, entry])));

function merge(base: Tree, ours: Tree, theirs: Tree): MergedTree {
  const blobs = new Map<string, Uint8Array>();
  const blobOf = (entry: Entry): string => {
    const bytes = printEntryFile(entry, SCHEMA, { path: "hello.md" });
    const blob = hash("sha1", bytes);
    blobs.set(blob, bytes);
    return blob;
  };
  const changes = (side: Tree): SideChange[] =>
    [...new Set([...base.keys(), ...side.keys()])].flatMap((name) => {
      const [before, after] = [base.get(name), side.get(name)].map((one) => one && blobOf(one));
      if (before === after) return [];
      const path = `content/posts/${name}.md`;
      return [{ path, ...(before ? { before } : {}), ...(after ? { after } : {}) }];
    });
  const bytesOf = (blob: string): Uint8Array => blobs.get(blob) ?? new Uint8Array();
  const nameOf = (_path: string, blob: string): string => `entry:${readEntryId(bytesOf(blob))}`;
  const [mine, other] = [pairChanges(changes(ours), nameOf), pairChanges(changes(theirs), nameOf)];
  return mergeTrees({ site: SITE, ours: mine, theirs: other, bytesOf, schemaOf: () => SCHEMA });
}

function edited(tree: Tree, name: string): fc.Arbitrary<Tree> {
  const entry = tree.get(name);
  if (entry === undefined) throw new Error(`no ${name}`);
  return editedOf(entry).map((now) => new Map([...tree, [name, { ...now, slug: name }]]));
}

test("S1: edits of different entries never conflict", () => {
  const cases = trees.chain((base) =>
    fc.tuple(fc.constant(base), edited(base, "a"), edited(base, "b")),
  );
  fc.assert(
    fc.property(cases, ([base, ours, theirs]) => {
      const { files, conflicts } = merge(base, ours, theirs);
      expect(conflicts).toEqual([]);
      expect([...files.keys()].every((path) => path === "content/posts/b.md")).toBe(true);
    }),
    TRIALS,
  );
});

test("S4: entries created by both sides never conflict", () => {
  fc.assert(
    fc.property(trees, someEntries, someEntries, (base, one, other) => {
      const ours = new Map([...base, ["e", named("e", one)]]);
      const theirs = new Map([...base, ["f", named("f", other)]]);
      const { files, conflicts } = merge(base, ours, theirs);
      expect(conflicts).toEqual([]);
      expect([...files.keys()]).toEqual(["content/posts/f.md"]);
    }),
    TRIALS,
  );
});

test("adopts changes of a single side without conflicts", () => {
  const cases = trees.chain((base) => fc.tuple(fc.constant(base), edited(base, "a")));
  fc.assert(
    fc.property(cases, ([base, side]) => {
      const without = new Map([...side].filter(([name]) => name !== "d"));
      expect(merge(base, without, base)).toEqual({ files: new Map(), conflicts: [] });
      const { files, conflicts } = merge(base, base, without);
      expect(conflicts).toEqual([]);
      expect(files.get("content/posts/d.md")).toBeNull();
      expect(merge(base, without, without).files.size).toBe(0);
    }),
    TRIALS,
  );
});
