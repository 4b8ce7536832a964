import { array, assert, constantFrom, property, record } from "fast-check";
import { describe, expect, test } from "vitest";
import { changesOf, decideFiles, type DraftFile, mergeFiles, renameFile } from "./skill-files.ts";

const file = (path: string, text: string): DraftFile => ({ path, mode: "100644", text });
const BASE = [file("SKILL.md", "one\ntwo\nthree\nfour\n"), file("a.md", "a\n")];

describe("files changed by two people", () => {
  test("are merged if different lines and files changed", () => {
    const ours = [
      file("SKILL.md", "ONE\ntwo\nthree\nfour\n"),
      file("a.md", "a\n"),
      file("b.md", "b"),
    ];
    const theirs = [file("SKILL.md", "one\ntwo\nthree\nFOUR\n")];
    expect(mergeFiles({ base: BASE, ours, theirs })).toEqual({
      files: [file("SKILL.md", "ONE\ntwo\nthree\nFOUR\n"), file("b.md", "b")],
      conflicts: [],
    });
  });

  test("conflict if the same line changed, or one side deleted a changed file", () => {
    const ours = [file("SKILL.md", "mine\ntwo\nthree\nfour\n"), file("a.md", "changed\n")];
    const theirs = [file("SKILL.md", "theirs\ntwo\nthree\nfour\n")];
    const merged = mergeFiles({ base: BASE, ours, theirs });
    expect(merged.conflicts.map(({ path, theirs: other }) => [path, other])).toEqual([
      ["SKILL.md", "theirs\ntwo\nthree\nfour\n"],
      ["a.md", null],
    ]);
    const decided = new Map<string, unknown>([
      ["SKILL.md", "both\n"],
      ["a.md", null],
    ]);
    expect(decideFiles(merged, theirs, decided)).toEqual([file("SKILL.md", "both\n")]);
  });

  test("contain every change of both sides without a conflict", () => {
    const names = constantFrom("SKILL.md", "a.md", "b/c.md");
    const text = constantFrom("", "x\n", "y\n", "x\ny\n");
    const side = array(record({ path: names, text }), { maxLength: 3 }).map((list) => {
      const files = new Map(list.map((one) => [one.path, file(one.path, one.text)]));
      return Array.from(files.values());
    });
    assert(
      property(side, side, side, (base, ours, theirs) => {
        const { files, conflicts } = mergeFiles({ base, ours, theirs });
        const asked = new Set(conflicts.map(({ path }) => path));
        const [mine, others] = [changesOf(base, ours), changesOf(base, theirs)];
        for (const [changes, other, of] of [
          [mine, others, ours],
          [others, mine, theirs],
        ] as const) {
          for (const path of changes.keys()) {
            if (asked.has(path) || other.has(path)) continue;
            const find = (list: readonly DraftFile[]) => list.find((one) => one.path === path);
            expect(find(files)).toEqual(find(of));
          }
        }
      }),
    );
  });
});

test("reports differences by file, with a rename as removal and addition", () => {
  const after = renameFile(BASE, "a.md", "deep/b.md");
  expect([...changesOf(BASE, after)]).toEqual([
    ["a.md", "removed"],
    ["deep/b.md", "added"],
  ]);
  const program = BASE.map((one) => ({ ...one, mode: "100755" as const }));
  expect([...changesOf(BASE, program).values()]).toEqual(["edited", "edited"]);
});
