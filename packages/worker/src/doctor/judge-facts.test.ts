import type { ProjectManifest } from "@loam/cms-core/advice";
import { describe, expect, test } from "vitest";
import type { DoctorFacts, ProjectFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";
import { isHeavy, judgeFacts } from "./judge-facts.ts";
import { judgeFor } from "./judge-for.ts";

const NOTHING: ProjectManifest = { services: [], mcpServers: {}, skills: [], envVars: [] };

function project(
  name: string,
  manifest: Partial<ProjectManifest> = {},
  facts: Partial<ProjectFacts> = {},
): ProjectFacts {
  const path = `/srv/${name.toLowerCase()}`;
  return {
    id: `p-${name}`,
    name,
    manifest: { ...NOTHING, ...manifest },
    workspaceId: "w1",
    directory: { path, real: path, isWritable: true },
    ownSkills: [],
    ...facts,
  };
}

function machine(projects: readonly ProjectFacts[], facts: Partial<DoctorFacts> = {}): DoctorFacts {
  return {
    projects,
    mcp: {
      path: "/home/me/.mcp.json",
      file: {
        kind: "read",
        document: {},
        servers: new Map(projects.flatMap(({ manifest }) => Object.entries(manifest.mcpServers))),
      },
      unset: new Map(),
      absentPrograms: new Map(),
      promptsUser: false,
    },
    memory: { bleeding: new Map(), orphans: new Map() },
    secrets: { keys: [], hiding: [], reserved: [] },
    listeners: [],
    hqs: [],
    programs: { worker: "0.1.0", node: "24.12.0", neededNode: "24.12" },
    resources: {
      cores: 2,
      load: 0.1,
      memoryBytes: 8 * 2 ** 30,
      availableBytes: 6 * 2 ** 30,
      disks: new Map(),
      reservedFolders: ["/home/me"],
    },
    ...facts,
  };
}

/** Returns the findings with their severity. */
function found(facts: DoctorFacts): readonly string[] {
  return judgeFacts(facts).map(({ id, severity }) => `${severity} ${id}`);
}

function only(facts: DoctorFacts): Finding | undefined {
  const findings = judgeFacts(facts);
  expect(findings).toHaveLength(1);
  return findings[0];
}

const at = (path: string): Partial<ProjectFacts> => ({
  directory: { path: `/link${path}`, real: path, isWritable: true },
});

const tree = (path: string): Partial<ProjectFacts> => ({
  directory: { path, real: path, isWritable: true, repository: "/srv/repo/.git" },
});

const light = (command: string): Partial<ProjectManifest> => ({
  weight: "light",
  mcpServers: { db: { command } },
});
const workingIn = (one: string, other: string): DoctorFacts =>
  machine([project("A", {}, at(one)), project("B", {}, at(other))]);

describe("two projects on one worker", () => {
  test.for([
    ["light", "light", []],
    ["light", "heavy", ["info weight"]],
    ["heavy", "light", ["info weight"]],
    ["heavy", "heavy", ["error weight"]],
  ] as const)("%s and %s", ([one, other, expected]) => {
    const projects = [project("A", { weight: one }), project("B", { weight: other })];
    expect(found(machine(projects))).toEqual(expected);
  });

  test.for([
    [{}, false],
    [{ services: [{ name: "web", ports: [3000] }] }, false],
    [{ services: [{ name: "web", ports: [3000, 3001] }] }, true],
    [{ containers: 1 }, true],
    [{ mcpServers: { db: {} } }, true],
    [{ mcpServers: { db: {} }, weight: "light" }, false],
  ] as const)("with %j, is one heavy? %s", ([manifest, heavy]) => {
    expect(isHeavy(project("A", manifest))).toBe(heavy);
  });

  test("in one directory, or in nested ones", () => {
    expect(only(workingIn("/srv/x", "/srv/x"))).toMatchObject({
      id: "directories",
      severity: "error",
      projects: ["A", "B"],
    });
    expect(found(workingIn("/srv/x", "/srv/x/y"))).toEqual(["error directories"]);
    expect(found(workingIn("/srv/x", "/srv/xy"))).toEqual([]);
  });

  test("in linked worktrees of one repository", () => {
    const facts = machine([project("A", {}, tree("/srv/a")), project("B", {}, tree("/srv/b"))]);
    expect(found(facts)).toEqual(["info directories"]);
  });

  test("that need the same port, with a suggestion of a free one", () => {
    const services = [{ name: "web", ports: [5432] }];
    const facts = machine([project("A", { services }), project("B", { services })], {
      listeners: [{ port: 5433 }],
    });
    expect(only(facts)).toMatchObject({
      severity: "warn",
      fix: expect.stringContaining("as 5434"),
    });
    const heavy = { services, weight: "heavy" } as const;
    expect(found(machine([project("A", heavy), project("B", heavy)]))).toEqual([
      "error weight",
      "error ports",
    ]);
  });

  test("with different MCP servers of one name, of which the later applies", () => {
    const facts = machine([project("My Shop", light("a")), project("B", light("b"))]);
    expect(judgeFacts(facts)).toMatchObject([
      { severity: "error", id: "mcp", fix: expect.stringContaining("my-shop-db") },
    ]);
    expect(found(machine([project("A", light("a")), project("B", light("a"))]))).toEqual([]);
  });

  test("that see one secret under a name, unless each workspace has its own", () => {
    const wants = { envVars: ["DB_URL"] };
    const key = { key: "DB_URL", workspaceId: "w2", updatedAt: "", masked: true };
    const apart = [project("A", wants), project("B", wants, { workspaceId: "w2" })];
    expect(found(machine([project("A", wants), project("B", wants)]))).toEqual(["warn variables"]);
    expect(found(machine(apart))).toEqual(["warn variables"]);
    const own = { keys: [key], hiding: [], reserved: [] };
    expect(found(machine(apart, { secrets: own }))).toEqual([]);
    const spelled = [project("A", wants), project("B", { envVars: ["db_url"] })];
    expect(only(machine(spelled))?.fix).toBe("Use the same spelling in both.");
  });

  test("of two workspaces with skills of one name", () => {
    const skills = { skills: ["deploy"] };
    const apart = [project("A", skills), project("B", skills, { workspaceId: "w2" })];
    expect(found(machine(apart))).toEqual(["error skills"]);
    expect(found(machine([project("A", skills), project("B", skills)]))).toEqual([]);
  });
});

describe("one project", () => {
  test.for([
    [{ path: "/srv/a", isWritable: false }, ["info directories"]],
    [{ path: "/srv/a", real: "/srv/a", isWritable: false }, ["error directories"]],
    [{ path: "~", real: "/home/me", isWritable: true }, ["error directories"]],
  ] as const)("in %j", ([directory, expected]) => {
    expect(found(machine([project("A", {}, { directory })]))).toEqual(expected);
  });

  test("whose port another process uses", () => {
    const services = [{ name: "web", ports: [3000] }];
    const of = (directory: string): DoctorFacts =>
      machine([project("A", { services })], { listeners: [{ port: 3000, pid: 7, directory }] });
    expect(only(of("/srv/other"))?.evidence).toEqual([
      "port 3000 is used by process 7 in /srv/other",
    ]);
    expect(found(of("/srv/a/web"))).toEqual([]);
  });

  test("with its own skill next to the deployed one", () => {
    const facts = machine([project("A", { skills: ["x", "y"] }, { ownSkills: ["y", "z"] })]);
    expect(only(facts)).toMatchObject({ id: "skills", severity: "warn" });
  });
});

describe("the worker", () => {
  test("with universal memory about one of several projects, or a deleted one", () => {
    const memory = {
      bleeding: new Map([["p-A", { count: 2, ids: ["m1", "m2"] }]]),
      orphans: new Map([["p-gone", 3]]),
    };
    const both = machine([project("A"), project("B")], { memory });
    expect(found(both)).toEqual(["warn memory", "info memory"]);
    expect(found(machine([project("A")], { memory }))).toEqual(["info memory"]);
  });

  test("with an MCP file that is broken, edited, or incomplete", () => {
    const one = project("A", { mcpServers: { db: { command: "db" } } });
    const { mcp } = machine([one]);
    const broken = { ...mcp, file: { kind: "broken", reason: "it is not JSON" } as const };
    expect(found(machine([one], { mcp: broken }))).toEqual(["error mcp"]);
    const absent = { ...mcp, file: { kind: "absent" } as const };
    expect(only(machine([one], { mcp: absent }))?.evidence[0]).toContain("has no server db");
    const wanting = {
      ...mcp,
      unset: new Map([["db", ["TOKEN"]]]),
      absentPrograms: new Map([["db", "db"]]),
      promptsUser: true,
    };
    expect(found(machine([one], { mcp: wanting }))).toEqual(["warn mcp", "warn mcp", "info mcp"]);
  });

  test("with secrets that override others or have reserved names", () => {
    const key = { key: "TOKEN", workspaceId: "w1", updatedAt: "", masked: true };
    const secrets = { keys: [key], hiding: [key], reserved: ["NODE_OPTIONS"] };
    expect(found(machine([project("A")], { secrets }))).toEqual([
      "warn variables",
      "info variables",
    ]);
  });

  test("under load names the project that declares most resources", () => {
    const { resources } = machine([]);
    const projects = [project("A"), project("B", { containers: 3, weight: "light" })];
    const strained = {
      ...resources,
      load: 1.5,
      availableBytes: 2 ** 28,
      disks: new Map([["/srv", 0.69]]),
    };
    const findings = judgeFacts(machine(projects, { resources: strained }));
    expect(findings.map(({ severity }) => severity)).toEqual(["error", "warn"]);
    expect(findings[0]?.fix).toContain("Assign B");
  });
});

describe("clocks, versions, and containers", () => {
  const hqUrl = "https://hq.example";
  const programs = { worker: "0.9.0", node: "24.12.0", neededNode: "24.12" } as const;

  test.for([
    [30_000, []],
    [-30_000, []],
    [undefined, []],
    [31_000, ["31 seconds ahead of"]],
    [-95_000, ["95 seconds behind"]],
  ] as const)("with HQ's clock ahead by %j ms, %j is reported", ([aheadMs, expected]) => {
    const hqs = [{ hqUrl, ...(aheadMs !== undefined && { aheadMs }) }];
    const findings = judgeFacts(machine([], { hqs }));
    expect(findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual(
      expected.map(() => "warn clock"),
    );
    for (const part of expected) expect(findings[0]?.evidence[0]).toContain(part);
  });

  test.for([
    ["24.12.0", []],
    ["26.1.0", []],
    ["24.9.3", ["error versions"]],
    ["22.20.0", ["error versions"]],
  ] as const)("with Node %s: %j", ([node, expected]) => {
    expect(found(machine([], { programs: { ...programs, node } }))).toEqual(expected);
  });

  test.for([
    ["0.9.0", []],
    ["0.8.12", []],
    ["0.10.0", ["warn versions"]],
    ["1.0.0", ["warn versions"]],
  ] as const)("with an HQ that requires %s: %j", ([minWorkerVersion, expected]) => {
    expect(found(machine([], { programs, hqs: [{ hqUrl, minWorkerVersion }] }))).toEqual(expected);
  });

  test("reports the agent's version, and a missing agent as a warning", () => {
    const agent = { program: "claude", path: "/usr/bin/claude", version: "2.1.0" };
    expect(only(machine([], { programs: { ...programs, agent } }))).toMatchObject({
      severity: "info",
      evidence: ["the agent claude is 2.1.0, at /usr/bin/claude"],
    });
    const silent = { program: "mine", path: "/opt/mine" };
    expect(found(machine([], { programs: { ...programs, agent: silent } }))).toEqual([]);
    const absent = { program: "claude" };
    expect(found(machine([], { programs: { ...programs, agent: absent } }))).toEqual([
      "warn versions",
    ]);
  });

  test("reports containers that nothing can start as an error of their project", () => {
    const projects = [project("A", { weight: "light", containers: 2 }), project("B")];
    const dockerFault = "docker is not on the search path of runs";
    expect(only(machine(projects, { programs: { ...programs, dockerFault } }))).toMatchObject({
      id: "containers",
      severity: "error",
      projects: ["A"],
      evidence: ["A declares containers: 2", dockerFault],
    });
  });
});

test("shows the HQ of one workspace only problems of its own projects", () => {
  const theirs = { workspaceId: "w2" };
  const services = [{ name: "web", ports: [3000] }];
  const hidden = { key: "ACME_KEY", updatedAt: "2026-11-20", masked: true, ...theirs };
  const facts = machine(
    [
      project("Shop", { weight: "heavy", services }),
      project("Acme", { weight: "heavy", services, skills: ["acme"] }, theirs),
      project("Acme2", { weight: "heavy", services }, { ...theirs, ...at("/srv/shop/acme") }),
    ],
    {
      secrets: { keys: [], hiding: [hidden], reserved: [] },
    },
  );
  const disks = new Map([["/srv/acme", 0.99]]);
  const resources = { ...facts.resources, disks };
  expect(JSON.stringify(judgeFacts({ ...facts, resources }))).toMatch(/Acme.*ACME_KEY/is);
  const findings = judgeFor({ ...facts, resources }, "w1");
  expect(JSON.stringify(findings)).not.toMatch(/acme/i);
  expect(findings.map(({ id, severity }) => `${severity} ${id}`)).toEqual([
    "error weight",
    "error ports",
    "error weight",
    "error ports",
    "error directories",
  ]);
  expect(findings[0]?.projects).toEqual(["Shop", "a project of another workspace"]);
});
