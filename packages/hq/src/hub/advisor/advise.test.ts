import type { ProjectManifest } from "@loam/cms-core/advice";
import { array, assert, constantFrom, integer, property, record } from "fast-check";
import { expect, test } from "vitest";
import { projectManifest } from "../projects/manifest.ts";
import { type AdvisedProject, adviseWorker, findConflicts, planWorkers } from "./advise.ts";

function project(
  name: string,
  manifest: Partial<ProjectManifest> = {},
  variables: Readonly<Record<string, string>> = {},
): AdvisedProject {
  return {
    id: `p-${name}`,
    name,
    manifest: projectManifest.parse(manifest),
    variables: new Map(Object.entries(variables)),
  };
}

/** Returns the findings for two projects, except the one about shared memory. */
function findingsOf(left: AdvisedProject, right: AdvisedProject) {
  return findConflicts(left, right)
    .filter(({ id }) => id !== "memory")
    .map(({ id, severity }) => `${id} ${severity}`);
}

const light = { weight: "light" } as const;
const heavy = { weight: "heavy" } as const;

test.for([
  [light, light, []],
  [heavy, light, ["weight info"]],
  [light, heavy, ["weight info"]],
  [heavy, heavy, ["weight error"]],
  [{ containers: 2 }, { containers: 1 }, ["weight error"]],
  [{ services: [{ name: "web", ports: [1, 2] }] }, heavy, ["weight error"]],
  [{ services: [{ name: "web", ports: [1] }] }, heavy, ["weight info"]],
  [{ mcpServers: { a: {} } }, heavy, ["weight error"]],
] as const)("finds for projects of %j and %j: %j", ([left, right, expected]) => {
  expect(findingsOf(project("a", left), project("b", right))).toEqual(expected);
});

test("has the same rules as the worker's doctor", () => {
  const both = [
    project("a", { envVars: ["API_KEY"], services: [{ name: "db", ports: [65_535, 1024] }] }),
    project("b", { envVars: ["api_key"], services: [{ name: "db", ports: [65_535] }] }),
  ] as const;
  const findings = findConflicts(...both);
  expect(findings.find(({ id }) => id === "variables")?.fix).toBe("Use the same spelling in both.");
  expect(findings.find(({ id }) => id === "ports")?.fix).toContain("as 1025");
});

test("reports for every pair that they share a memory", () => {
  expect(findConflicts(project("a"), project("b"))).toMatchObject([
    { id: "memory", severity: "info", projects: ["p-a", "p-b"] },
  ]);
});

test("reports an MCP server with two configurations as an error, but not identical ones", () => {
  const server = { command: "x", args: ["1"] };
  const same = { ...light, mcpServers: { github: { args: ["1"], command: "x" } } };
  const other = { ...light, mcpServers: { github: { command: "y" } } };
  const one = project("a", { ...light, mcpServers: { github: server } });
  expect(findingsOf(one, project("b", same))).toEqual([]);
  expect(findingsOf(one, project("b", other))).toEqual(["mcp error"]);
});

test("warns about a name that both need, and reports two values as an error", () => {
  const needs = { envVars: ["KEY"] };
  expect(findingsOf(project("a", needs), project("b", needs))).toEqual(["variables warn"]);
  expect(findingsOf(project("a", needs, { KEY: "1" }), project("b", needs, { KEY: "2" }))).toEqual([
    "variables error",
  ]);
});

function atPorts(weight: "light" | "heavy", ...ports: number[]): Partial<ProjectManifest> {
  return { weight, services: [{ name: "web", ports }] };
}

test("reports a shared port as an error for heavy projects, otherwise as a warning with a free port", () => {
  const shared = findConflicts(
    project("a", atPorts("light", 3000)),
    project("b", atPorts("light", 3000, 3001)),
  ).find(({ id }) => id === "ports");
  expect(shared).toMatchObject({ severity: "warn", fix: expect.stringContaining("3002") });
  const heavyPair = [project("a", atPorts("heavy", 1)), project("b", atPorts("heavy", 1))] as const;
  expect(findingsOf(...heavyPair)).toContain("ports error");
});

test.for([
  ["~/shop", "~/shop", true],
  ["~/shop/", "~/shop", true],
  ["~/shop", "~/shop/web", true],
  ["/srv", "/srv/./b", true],
  ["~/shop", "~/shopping", false],
  ["/srv/a", "/srv/b", false],
] as const)("compares the directories %s and %s: %s", ([left, right, meet]) => {
  const both = findingsOf(project("a", { workDir: left }), project("b", { workDir: right }));
  expect(both).toEqual(meet ? ["directories error"] : []);
});

test("reports an unknown skill on the worker before it is replaced", () => {
  const facts = { skills: [{ name: "deploy", version: null, tree: "theirs" }] };
  const needs = [project("a", { skills: ["deploy"] })];
  const trees = (tree: string) => ({ facts, skillTrees: new Map([["deploy", new Set([tree])]]) });
  expect(adviseWorker(trees("ours"), needs)).toMatchObject([{ id: "skills", severity: "error" }]);
  expect(adviseWorker(trees("theirs"), needs)).toEqual([]);
});

test("reports an overloaded machine with suggestions, but never as an error", () => {
  const facts = { cores: 2, load: [0, 1.9, 0], memoryTotal: 100, memoryFree: 50 };
  const worker = { facts, skillTrees: new Map() };
  expect(adviseWorker(worker, [project("a", light)])).toMatchObject([
    { id: "resources", severity: "warn" },
  ]);
  expect(adviseWorker(worker, [project("a", heavy)])).toMatchObject([
    { id: "resources", severity: "warn" },
  ]);
  const shared = adviseWorker(worker, [project("a", heavy), project("b", light)]);
  expect(shared.find(({ id }) => id === "resources")).toMatchObject({
    severity: "warn",
    projects: ["p-a", "p-b"],
    fix: expect.stringContaining("Heavyweight projects: a"),
  });
  const full = { ...worker, facts: { ...facts, diskFree: 1000 } };
  expect(adviseWorker(full, [project("a", light)])).toMatchObject([{ severity: "error" }]);
  expect(adviseWorker({ ...worker, facts: {} }, [project("a", heavy)])).toEqual([]);
});

test("places every project once in a group of compatible projects", () => {
  const manifests = array(
    record({
      weight: constantFrom("light" as const, "heavy" as const),
      port: integer({ min: 3000, max: 3002 }),
      workDir: constantFrom("~/a", "~/a/b", "~/c"),
    }),
    { maxLength: 8 },
  );
  assert(
    property(manifests, (list) => {
      const projects = list.map(({ weight, port, workDir }, at) =>
        project(`${at}`, { weight, workDir, services: [{ name: "web", ports: [port] }] }),
      );
      const plan = planWorkers(projects);
      expect(plan.flat().toSorted()).toEqual(projects.map(({ id }) => id).toSorted());
      for (const group of plan) {
        const own = projects.filter(({ id }) => group.includes(id));
        const worker = { facts: {}, skillTrees: new Map() };
        expect(adviseWorker(worker, own).filter(({ severity }) => severity === "error")).toEqual(
          [],
        );
      }
    }),
  );
});
