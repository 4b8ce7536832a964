import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldSlug } from "../../base/slug.ts";
import { lastPartsOf } from "../../content/site/layout.ts";
import { SlugPaths } from "./published-tree.ts";

const name = fc.constantFrom(
  "a",
  "A",
  "b.c",
  "straße",
  "STRASSE",
  "é",
  "no*star",
  "",
  "a.md",
  "index",
);
const path = fc
  .tuple(fc.constantFrom("", "content/posts/", "content/posts/a0/", "other*/"), name)
  .chain(([folder, file]) => fc.constantFrom(".md", ".yml", "").map((end) => folder + file + end));

function keysOf(one: string): readonly string[] {
  return lastPartsOf(one).map(foldSlug);
}

test("contains added and not deleted paths by the slugs in their names", () => {
  const steps = fc.array(fc.tuple(fc.boolean(), path), { maxLength: 60 });
  fc.assert(
    fc.property(steps, path, (all, asked) => {
      const paths = new SlugPaths();
      const model = new Set<string>();
      for (const [adds, one] of all) {
        if (adds) {
          paths.add(one);
          model.add(one);
        } else {
          paths.delete(one);
          model.delete(one);
        }
      }
      for (const key of keysOf(asked)) {
        const expected = [...model].filter((one) => keysOf(one).includes(key));
        expect([...paths.get(`folder~${key}`)].toSorted()).toEqual(expected.toSorted());
      }
    }),
  );
});
