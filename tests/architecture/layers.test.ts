import { globSync, readFileSync } from "node:fs";
import { dirname, posix, relative, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, imported, ROOT, specifiers } from "./imports.ts";

/**
 * The stages each stage of cms-core can import from, in addition to itself. Data flows down: base → model → content →
 * store → publish. Other packages only see the subpaths.
 */
const CORE_STAGES: Readonly<Record<string, readonly string[]>> = {
  ".": ["base", "model"],
  base: [],
  model: ["base"],
  yaml: ["base", "model"],
  markdown: ["base"],
  content: ["base", "yaml", "model"],
  query: ["base", "markdown", "model"],
  render: ["base", "model"],
  merge: ["base", "yaml", "markdown", "model", "content", "render", "schema"],
  mask: [],
  git: ["base", "mask"],
  media: ["base", "model"],
  schema: ["base", "model", "content", "render"],
  site: ["base", "model", "content", "git", "schema", "merge"],
  publish: [
    "base",
    "yaml",
    "model",
    "content",
    "git",
    "render",
    "query",
    "schema",
    "site",
    "media",
  ],
  snapshot: ["base", "model", "content", "git", "schema", "site", "publish"],
  find: [
    "base",
    "markdown",
    "model",
    "content",
    "git",
    "render",
    "schema",
    "site",
    "publish",
    "query",
  ],
  history: ["base", "markdown", "model", "content", "git", "schema", "merge", "site", "publish"],
  events: ["base", "model", "content", "git", "publish"],
  browser: ["base", "model", "merge", "history", "schema", "template", "skills", "advice"],
  webhook: ["base", "model"],
  template: ["base"],
  advice: ["base"],
  seal: [],
  skills: ["base", "yaml"],
  program: ["base"],
  transfer: [
    "base",
    "yaml",
    "markdown",
    "model",
    "content",
    "git",
    "render",
    "schema",
    "media",
    "site",
    "publish",
    "find",
  ],
};

/**
 * The folders of a stage, lowest first. A file imports from its own folder and lower ones. The stage's own files come
 * last, or at ".".
 */
const CORE_ROOMS: Readonly<Record<string, readonly string[]>> = {
  content: ["site", "schema", "entry"],
  query: ["ask", "answer", "table"],
  merge: ["sequence", "text", "entry", "site"],
  git: ["program", "objects", "disk", "read", "repository", "transport"],
  media: ["kinds", "strip", "s3", "storage", "image", "intake"],
  site: ["read", "save", "push"],
  publish: ["branch", "live", "files", "act"],
  find: ["schema", "follow", "ask", ".", "drafts"],
  transfer: ["import", "adopt", "archive"],
  "transfer/import": ["source", "frameworks", "project", "infer", "links", "plan", "write"],
};

/**
 * The layers of HQ, lowest first. A file imports from layers below its own. Folders of the same layer are independent
 * of each other and meet through `sites`. `client` imports nothing of the server.
 */
const HQ_FLOORS: readonly (readonly string[])[] = [
  ["platform", "client"],
  ["api"],
  ["people"],
  ["sites"],
  ["content", "deliver", "automation", "operate", "git"],
  ["hub", "upstream"],
  ["server"],
  ["cli"],
  ["."],
];

/**
 * The folders of an area of HQ, lowest first. A file imports from its own folder and lower ones. The area's own files
 * come last, or at ".". Areas that are missing here have no order, but no cycles either.
 */
const HQ_ROOMS: Readonly<Record<string, readonly string[]>> = {
  people: ["workspaces", "access", "audit", "identity"],
  "people/identity": [
    "users",
    "sessions",
    "attempts",
    "tokens",
    "passwords",
    "totp",
    "passkeys",
    "oidc",
    "sign-in",
    "accounts",
    "invitations",
    "setup",
  ],
  sites: ["publisher", "outbox", "cluster", "registry", "events", ".", "manage"],
  content: [
    "types",
    "working-copies",
    "entries",
    "history",
    "media",
    "releases",
    "transfer",
    "lists",
    "changes",
    "branch-entries",
  ],
  upstream: ["connection", "adopt", "sync", "git-hosts"],
};

/** The layers of the worker, lowest first. A folder imports from its own layer and lower ones. */
const WORKER_FLOORS: readonly (readonly string[])[] = [
  ["config", "state"],
  ["variables", "secrets", "memory", "mcp"],
  ["preflight", "isolation", "doctor"],
  ["git", "skills", "runner"],
  ["hq", "http", "service"],
  ["cli"],
  ["."],
];

const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  "cms-core": [],
  hq: ["cms-core"],
  worker: ["cms-core"],
  "astro-integration": ["cms-core"],
};

const files = globSync("packages/*/src/**/*.ts", { cwd: ROOT }).filter(
  (file) => !/\.(test|fixture)\.ts$/.test(file),
);

describe("packages import only allowed packages", () => {
  test.for(files)("%s", (path) => {
    const [, name = ""] = path.split("/");
    const foreign = specifiers(path)
      .filter((specifier) => specifier.startsWith("@loam/"))
      .map((specifier) => specifier.split("/")[1] ?? "");

    expect(foreign.filter((other) => !(PACKAGES[name] ?? []).includes(other))).toEqual([]);
  });
});

describe("stages of cms-core import only lower stages", () => {
  const core = files.filter((file) => file.startsWith("packages/cms-core/"));
  test.for(core)("%s", (path) => {
    const file = relative("packages/cms-core/src", path);
    const stage = file.includes("/") ? (file.split("/")[0] ?? "") : ".";
    const stages = imported(path)
      .map((target) => relative("packages/cms-core/src", target))
      .map((target) => (target.includes("/") ? (target.split("/")[0] ?? "") : "."));

    const allowed = new Set([stage, ...(CORE_STAGES[stage] ?? [])]);
    expect(stages.filter((target) => !allowed.has(target))).toEqual([]);
  });
});

describe("folders of cms-core import only lower folders of their stage", () => {
  const SOURCES = "packages/cms-core/src";
  const folders = [...new Set(files.map(dirname))]
    .filter((folder) => folder.startsWith(`${SOURCES}/`))
    .map((folder) => relative(SOURCES, folder));

  test("lists every folder of a stage", () => {
    const inside = folders.filter((folder) => folder.includes("/"));
    expect(
      inside.filter((folder) => !CORE_ROOMS[dirname(folder)]?.includes(posix.basename(folder))),
    ).toEqual([]);
  });

  test.for(Object.entries(CORE_ROOMS))("%s", ([stage, rooms]) => {
    expect(importsOfHigherRooms(`${SOURCES}/${stage}`, rooms)).toEqual([]);
  });
});

describe("folders of HQ import only lower layers", () => {
  const hq = files.filter((file) => file.startsWith("packages/hq/"));
  test.for(hq)("%s", (path) => {
    const own = floorName(path);
    expect(floorOf(own), `${own} has no floor`).toBeGreaterThanOrEqual(0);
    const up = imported(path).filter((target) => {
      const other = floorName(target);
      return other !== own && floorOf(other) >= floorOf(own);
    });
    expect(up).toEqual([]);
  });

  test.for(Object.entries(HQ_ROOMS))("folders of %s import only lower ones", ([area, rooms]) => {
    const home = `packages/hq/src/${area}`;
    const folders = hq.filter((path) => dirname(dirname(path)) === home).map(dirname);
    expect(new Set(folders.map((folder) => posix.basename(folder)))).toEqual(
      new Set(rooms.filter((room) => room !== ".")),
    );
    expect(importsOfHigherRooms(home, rooms)).toEqual([]);
  });

  test.for([
    ["areas", 2],
    ["folders of an area", 3],
  ] as const)("no two %s import each other, directly or indirectly", ([, depth]) => {
    const edges = hq.flatMap((path) =>
      imported(path).map((target) => [placeOf(path, depth), placeOf(target, depth)] as const),
    );
    expect(circles(edges.filter(([from, to]) => from !== to))).toEqual([]);
  });
});

describe("folders of the worker import only lower layers", () => {
  const worker = files.filter((file) => file.startsWith("packages/worker/"));
  test.for(worker)("%s", (path) => {
    expect(workerFloor(path), `${workerFolder(path)} has no floor`).toBeGreaterThanOrEqual(0);
    const up = imported(path).filter((target) => workerFloor(target) > workerFloor(path));
    expect(up).toEqual([]);
  });

  test("no two folders import each other, directly or indirectly", () => {
    const edges = worker.flatMap((path) =>
      imported(path).map((target) => [workerFolder(path), workerFolder(target)] as const),
    );
    expect(circles(edges.filter(([from, to]) => from !== to))).toEqual([]);
  });
});

test("has no import cycles between files, including types", () => {
  const edges = files.flatMap((path) => imported(path).map((target) => [path, target] as const));
  expect(circles(edges)).toEqual([]);
});

test("starts the git executable in one module only", () => {
  const starting = files.filter((path) => {
    const source = readFileSync(resolve(ROOT, path), "utf8");
    return /from "simple-git"|\b(?:spawn|exec)\w*\(\s*["'`]git["'`]/.test(source);
  });
  expect(starting).toEqual(["packages/cms-core/src/git/program/git-program.ts"]);
});

/** Returns imports within a folder from one of its subfolders to a higher one. */
function importsOfHigherRooms(home: string, rooms: readonly string[]): string[] {
  const inside = (path: string): boolean => path.startsWith(`${home}/`);
  const place = (path: string): number => {
    const [room = ".", ...rest] = relative(home, path).split("/");
    const at = rooms.indexOf(rest.length === 0 ? "." : room);
    return at === -1 ? rooms.length : at;
  };
  return files.filter(inside).flatMap((path) =>
    imported(path)
      .filter((target) => inside(target) && place(target) > place(path))
      .map((target) => `${path} → ${target}`),
  );
}

function floorName(path: string): string {
  const [first = "", ...rest] = relative("packages/hq/src", path).split("/");
  return rest.length === 0 ? "." : first;
}

function floorOf(name: string): number {
  return HQ_FLOORS.findIndex((names) => names.includes(name));
}

/** Returns the folder of HQ at this depth, or a file above it. */
function placeOf(path: string, depth: number): string {
  return relative("packages/hq/src", path).split("/").slice(0, depth).join("/");
}

function workerFolder(path: string): string {
  const [first = "", ...rest] = relative("packages/worker/src", path).split("/");
  return rest.length === 0 ? "." : first;
}

function workerFloor(path: string): number {
  return WORKER_FLOORS.findIndex((names) => names.includes(workerFolder(path)));
}
