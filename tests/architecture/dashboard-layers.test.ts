import { globSync } from "node:fs";
import { dirname, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { circles, imported, ROOT, specifiers } from "./imports.ts";

function webFolder(path: string): string {
  const [first = "", ...rest] = relative("packages/hq/web/src", path).split("/");
  return rest.length === 0 ? "." : first;
}

function levelOf(path: string): number {
  return WEB_LEVELS.findIndex((names) => names.includes(webFolder(path)));
}

/** Folders of the dashboard, highest first. A file imports from its own folder and from lower levels. */
const WEB_LEVELS: readonly (readonly string[])[] = [
  ["."],
  ["routes"],
  ["home"],
  ["onboarding"],
  [
    "delivery",
    "entries",
    "entry",
    "history",
    "hub",
    "identity",
    "media",
    "review",
    "schema",
    "site-log",
    "site-settings",
    "workspace",
    "instance",
  ],
  ["preview", "releases"],
  ["shell", "rich-text", "audit", "payment"],
  ["ui"],
  ["live"],
  ["api"],
  ["draft"],
  ["markdown", "messages", "styles"],
];

describe("the dashboard", () => {
  const web = globSync("packages/hq/web/src/**/*.{ts,tsx}", { cwd: ROOT }).filter(
    (file) => !/\.test\.tsx?$/.test(file),
  );

  test.for(web)("%s imports only lower folders and browser-safe entry points", (path) => {
    expect(levelOf(path), `${path} is in a folder without a level`).toBeGreaterThanOrEqual(0);
    const up = imported(path).filter(
      (target) => webFolder(target) !== webFolder(path) && levelOf(target) <= levelOf(path),
    );
    expect(up).toEqual([]);
    const loam = specifiers(path).filter((name) => /^(?:@loam|node:)/.test(name));
    const allowed = new Set([
      "@loam/hq/client",
      "@loam/hq/seal",
      "@loam/cms-core/browser",
      "@loam/cms-core/browser/skills",
    ]);
    expect(loam.filter((name) => !allowed.has(name))).toEqual([]);
  });

  test("no two folders of an area import each other, directly or indirectly", () => {
    // Files at the root of an area count as one folder.
    const edges = web.flatMap((path) =>
      imported(path)
        .filter((target) => /\.tsx?$/.test(target) && webFolder(target) === webFolder(path))
        .map((target) => [dirname(path), dirname(target)] as const),
    );
    expect(circles(edges.filter(([from, to]) => from !== to))).toEqual([]);
  });

  test("has no import cycles between files, including types", () => {
    const edges = web.flatMap((path) => imported(path).map((target) => [path, target] as const));
    expect(circles(edges)).toEqual([]);
  });
});
