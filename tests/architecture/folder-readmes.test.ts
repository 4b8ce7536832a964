import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const CORE = "packages/cms-core/src";
const HQ = "packages/hq/src";
const WEB = "packages/hq/web/src";
const WORKER = "packages/worker/src";

/** Layers of HQ whose folders are areas, each with a README. */
const FLOORS_OF_AREAS = [
  "platform",
  "people",
  "sites",
  "content",
  "deliver",
  "automation",
  "operate",
];

const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

const stages = foldersOf(CORE);
const rooms = globSync("*/**/README.md", { cwd: resolve(ROOT, CORE) })
  .map((path) => posix.join(CORE, posix.dirname(path)))
  .toSorted();
const floors = foldersOf(HQ);
const workerFolders = foldersOf(WORKER);
const areas = FLOORS_OF_AREAS.flatMap((floor) =>
  foldersOf(`${HQ}/${floor}`).map((area) => `${floor}/${area}`),
);

/** Areas of the dashboard must have a README. Larger folders below can have one. */
const webFolders = [
  ...new Set([
    ...foldersOf(WEB).map((folder) => posix.join(WEB, folder)),
    ...globSync("**/README.md", { cwd: resolve(ROOT, WEB) }).map((path) =>
      posix.join(WEB, posix.dirname(path)),
    ),
  ]),
].toSorted();

function foldersOf(folder: string): readonly string[] {
  return globSync("*/", { cwd: resolve(ROOT, folder) })
    .map((path) => posix.basename(path))
    .toSorted();
}

function readme(folder: string): string {
  return readFileSync(resolve(ROOT, folder, "README.md"), "utf8");
}

/** Returns the allowed imports listed in a folder's README. */
function mayImport(folder: string): readonly string[] {
  const [, list] = /^- May import: (.+)\.$/m.exec(readme(folder)) ?? [];
  if (list === undefined) throw new Error(`${folder}/README.md does not say what it may import.`);
  return list === "nothing" ? [] : list.split(", ");
}

/** Returns the files of other folders that a folder imports, relative to `sources`. */
function imported(sources: string, folder: string): readonly string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, { cwd: resolve(ROOT, sources) }).filter(
    (file) => !/\.(test|fixture)\.tsx?$/.test(file),
  );
  return files
    .flatMap((file) => {
      const source = readFileSync(resolve(ROOT, sources, file), "utf8");
      return [...source.matchAll(RELATIVE_IMPORT)].map(([, path = ""]) =>
        posix.join(dirname(file), path),
      );
    })
    .filter((path) => !path.startsWith(`${folder}/`));
}

/** Returns the files and links in a README that don't exist. */
function deadNames(folder: string): readonly string[] {
  const text = readme(folder);
  const files = [...text.matchAll(/`([\w./-]+\.tsx?)`/g)].map(([, name = ""]) => name);
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, name = ""]) => name);
  const isThere = (name: string): boolean =>
    existsSync(resolve(ROOT, folder, name)) || existsSync(resolve(ROOT, name));
  return [...files, ...links].filter((name) => !isThere(name));
}

test.for([
  ...stages.map((stage) => `${CORE}/${stage}`),
  ...rooms,
  HQ,
  ...[...floors, ...areas].map((folder) => `${HQ}/${folder}`),
  ...webFolders,
  ...workerFolders.map((folder) => `${WORKER}/${folder}`),
])("the README of %s names existing files", (folder) => {
  expect(deadNames(folder)).toEqual([]);
});

test.for(stages)("the README of the stage %s names every stage it imports", (stage) => {
  const used = imported(CORE, stage).map((path) => path.split("/")[0] ?? "");
  const named = mayImport(`${CORE}/${stage}`);
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !stages.includes(name))).toEqual([]);
});

test.for(workerFolders)("the README of the worker's %s names every folder it imports", (folder) => {
  const used = imported(WORKER, folder).map((path) => path.split("/")[0] ?? "");
  const named = mayImport(`${WORKER}/${folder}`);
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !workerFolders.includes(name))).toEqual([]);
});

test.for(floors)("the README of the layer %s names every layer it imports", (floor) => {
  const used = imported(HQ, floor).map((path) => path.split("/")[0] ?? "");
  const named = mayImport(`${HQ}/${floor}`);
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !floors.includes(name))).toEqual([]);
});

test.for(foldersOf(WEB))("the README of the dashboard's %s names every listed import", (folder) => {
  if (!/^- May import: /m.test(readme(`${WEB}/${folder}`))) return;
  const used = imported(WEB, folder).map((path) => path.split("/")[0] ?? "");
  const named = mayImport(`${WEB}/${folder}`);
  expect(used.filter((name) => !named.includes(name))).toEqual([]);
});

describe.for(areas)("the README of the area %s", (area) => {
  const [floor = ""] = area.split("/");

  test("names the layers below its own, like the README of its layer", () => {
    const named = mayImport(`${HQ}/${area}`).filter((name) => !name.includes("/"));
    expect(named).toEqual(mayImport(`${HQ}/${floor}`));
  });

  test("names exactly the areas of its layer that its files import", () => {
    const named = mayImport(`${HQ}/${area}`).filter((name) => name.includes("/"));
    const siblings = imported(HQ, area)
      .filter((path) => path.startsWith(`${floor}/`))
      .map((path) => posix.dirname(path).split("/").slice(0, 2).join("/"))
      // Files at the layer's root are available to all of its areas.
      .filter((folder) => folder !== floor);
    expect(named.toSorted()).toEqual([...new Set(siblings)].toSorted());
  });
});
