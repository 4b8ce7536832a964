import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const SOURCES = resolve(import.meta.dirname, "../../packages/cms-core/src");
const IMPORT = /from "\.\.\/([a-z0-9-]+)\//g;

const stages = globSync("*/", { cwd: SOURCES })
  .map((folder) => basename(folder))
  .toSorted();

function readme(stage: string): string {
  return readFileSync(resolve(SOURCES, stage, "README.md"), "utf8");
}

/** What the README of a stage says that it may import. */
function mayImport(stage: string): readonly string[] {
  const [, list = ""] = /^- May import: (.+)\.$/m.exec(readme(stage)) ?? [];
  return list === "nothing" ? [] : list.split(", ");
}

function imported(stage: string): readonly string[] {
  const files = globSync(`${stage}/**/*.ts`, { cwd: SOURCES }).filter(
    (file) => !/\.(test|fixture)\.ts$/.test(file),
  );
  const all = files.flatMap((file) =>
    [...readFileSync(resolve(SOURCES, file), "utf8").matchAll(IMPORT)].map(([, name = ""]) => name),
  );
  return [...new Set(all)];
}

describe.for(stages)("the README of %s", (stage) => {
  test("names every stage that its files import, and no folder that is none", () => {
    expect(imported(stage).filter((name) => !mayImport(stage).includes(name))).toEqual([]);
    expect(mayImport(stage).filter((name) => !stages.includes(name))).toEqual([]);
  });

  test("names files that are there", () => {
    const named = [...readme(stage).matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = ""]) => name);
    const root = resolve(SOURCES, "../../..");
    expect(
      named.filter(
        (name) => !existsSync(resolve(dirname(name) === "." ? `${SOURCES}/${stage}` : root, name)),
      ),
    ).toEqual([]);
  });
});
