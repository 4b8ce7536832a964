import { expect, test } from "vitest";
import {
  judgeDirectories,
  judgePorts,
  type JudgedProject,
  judgeVariables,
  weightOf,
} from "./judge-pair.ts";
import { judgeStrain, strainRemedy } from "./judge-strain.ts";

function project(name: string, manifest: Partial<JudgedProject["manifest"]> = {}): JudgedProject {
  return { name, manifest: { services: [], mcpServers: {}, envVars: [], ...manifest } };
}

const at = (...ports: number[]) => ({ services: [{ name: "db", ports }] });

test.for([
  [[65_535, 1024], [65_535], [], "as 1025"],
  [[5432], [5432], [5433, 5434], "as 5435"],
  [[3000, 3001], [3000], [], "as 3002"],
] as const)(
  "ports %j and %j next to %j: suggests the free ports %s",
  ([mine, theirs, usedPorts, fix]) => {
    const pair = { one: project("A", at(...mine)), other: project("B", at(...theirs)) };
    expect(judgePorts(pair, usedPorts)[0]?.fix).toContain(fix);
  },
);

test("reports names that differ only in case, or values that differ, as an error", () => {
  const pair = {
    one: project("A", { envVars: ["API_KEY", "KEY"] }),
    other: project("B", { envVars: ["api_key", "KEY"] }),
  };
  expect(judgeVariables(pair, () => true)).toMatchObject([
    { severity: "warn", fix: "Use the same spelling in both." },
    { severity: "error", fix: expect.stringContaining("A_KEY") },
  ]);
});

test.for([
  ["/srv/x", "/srv/x", 1],
  ["/srv/x", "/srv/x/y", 1],
  ["/", "/srv", 1],
  ["/srv/x", "/srv/xy", 0],
  ["C:\\x", "C:\\x\\y", 1],
] as const)("finds that the directories %s and %s overlap %i times", ([left, right, count]) => {
  const pair = { one: project("A"), other: project("B") };
  const [mine, theirs] = [left, right].map((path) => ({ path, shown: path }));
  if (mine === undefined || theirs === undefined) throw new Error("There are two.");
  expect(judgeDirectories(pair, mine, theirs)).toHaveLength(count);
});

test("only warns about momentary usage, regardless of its level", () => {
  const load = { share: 6, text: "load", isMomentary: true };
  const disk = { share: 0.95, text: "disk", isMomentary: false };
  expect(judgeStrain([load, disk, { ...disk, share: 0.5 }])).toEqual([
    { severity: "warn", text: "load" },
    { severity: "error", text: "disk" },
  ]);
  const heavy = project("B", { weight: "heavy" });
  expect(strainRemedy([project("A"), heavy])).toContain("Assign B");
  expect(weightOf(heavy)).toEqual({ isHeavy: true, because: "declared heavy" });
});
