import * as fc from "fast-check";
import { expect, test } from "vitest";
import { foldSlug } from "../base/slug.ts";
import { SlugPaths } from "./slug-paths.ts";

const name = fc.constantFrom("a", "A", "b.c", "straße", "STRASSE", "é", "no*star", "", "a.md");
const path = fc
  .tuple(fc.constantFrom("", "content/posts/", "content/posts/a0/", "other*/"), name)
  .chain(([folder, file]) => fc.constantFrom(".md", ".yml", "").map((end) => folder + file + end));

function slugOf(one: string): string {
  return foldSlug(one.slice(one.lastIndexOf("/") + 1).replace(/\.[^.]*$/, ""));
}

test("has the paths that were added and not deleted, by the slug of their names", () => {
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
      const slug = slugOf(asked);
      const expected = [...model].filter((one) => slugOf(one) === slug);
      expect([...paths.get(slug)].toSorted()).toEqual(expected.toSorted());
    }),
  );
});
