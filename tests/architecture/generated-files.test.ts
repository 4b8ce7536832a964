import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { generatedFiles } from "../../scripts/reference/generated-files.ts";

const ROOT = resolve(import.meta.dirname, "../..");

const files = await generatedFiles();

test.each([...files])("%s is what `npm run generate` writes", async (path, text) => {
  const written = await readFile(resolve(ROOT, path), "utf8");
  // The whole file would be no message.
  expect(firstDifference(written, text)).toBeUndefined();
});

test("the reference includes every command and every operation", () => {
  for (const heading of [
    "## hq start",
    "### hq user create",
    "## hq doctor",
    "### hq upstream set",
  ]) {
    expect(page("hq")).toContain(`${heading}\n`);
  }
  for (const heading of [
    "### agent-cli skill push",
    "### agent-cli worker start",
    "## agent-cli run",
  ]) {
    expect(page("agent-cli")).toContain(`${heading}\n`);
  }
  for (const name of ["hq", "agent-cli"]) expect(page(name)).not.toMatch(/undefined|\| \|/);
  expect(
    page("management-api").match(/^`(?:GET|POST|PUT|PATCH|DELETE|HEAD) \//gm)?.length,
  ).toBeGreaterThan(300);
});

test("a shape appears once in the OpenAPI document of the management API, under its name", () => {
  const document: unknown = JSON.parse(files.get("packages/hq/openapi.json") ?? "");
  const places = new Map<string, string[]>();
  for (const [place, shape] of shapesIn(document, "")) {
    places.set(shape, [...(places.get(shape) ?? []), place]);
  }
  expect(places.size).toBeGreaterThan(300);
  expect([...places.values()].filter(({ length }) => length > 1)).toEqual([]);
});

/** Yields the objects with several properties below a node, without their descriptions, and their places. */
function* shapesIn(node: unknown, place: string): Generator<readonly [string, string]> {
  if (typeof node !== "object" || node === null) return;
  if ("properties" in node && Object.keys(Object(node.properties)).length > 1) {
    yield [place, JSON.stringify({ ...node, description: undefined, readOnly: undefined })];
  }
  for (const [key, child] of Object.entries(node)) yield* shapesIn(child, `${place}/${key}`);
}

function page(name: string): string {
  return files.get(`docs/reference/${name}.md`) ?? "";
}

function firstDifference(written: string, wanted: string): string | undefined {
  const lines = written.split("\n");
  const at = wanted.split("\n").findIndex((line, index) => line !== lines[index]);
  if (at === -1) return lines.length === wanted.split("\n").length ? undefined : "the length";
  return `line ${at + 1}: ${lines[at] ?? "missing"}`;
}
