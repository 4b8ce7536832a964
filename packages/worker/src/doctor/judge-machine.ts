import { countOf } from "@loam/cms-core";
import { canonicalJson, judgeStrain, strainRemedy } from "@loam/cms-core/advice";
import type { DoctorFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** Reports universal memory entries about a single project, and entries of deleted projects. */
export function judgeMemory({ memory, projects }: DoctorFacts): readonly Finding[] {
  const bleeding = projects.flatMap(({ id, name }): readonly Finding[] => {
    const { count, ids } = memory.bleeding.get(id) ?? { count: 0, ids: [] };
    if (count === 0 || projects.length < 2) return [];
    return [
      {
        id: "memory",
        severity: "warn",
        projects: [name],
        evidence: [
          `${countOf(count, "universal memory entry", "universal memory entries")} about this project (${ids.join(", ")})`,
        ],
        fix: `Assign them to the project: PATCH /api/memory/<id> {"project_id": "${id}"}.`,
      },
    ];
  });
  const orphans = Array.from(memory.orphans, ([id, count]): Finding => ({
    id: "memory",
    severity: "info",
    projects: [],
    evidence: [
      `${countOf(count, "memory entry", "memory entries")} of project ${id}, which is not deployed on this worker`,
    ],
    fix: "Export them if you still need them, then delete them.",
  }));
  return [...bleeding, ...orphans];
}

/** Compares the agent's MCP servers with the deployed ones. */
export function judgeMcp({ mcp, projects }: DoctorFacts): readonly Finding[] {
  const { path, file } = mcp;
  const about = { id: "mcp", projects: [] } as const;
  if (file.kind === "broken") {
    const evidence = [`${path}: ${file.reason}`];
    return [{ ...about, severity: "error", evidence, fix: "Fix the file, or move it elsewhere." }];
  }
  const existing = file.kind === "read" ? file.servers : new Map<string, never>();
  const wanted = new Map(
    projects.flatMap(({ name, manifest }) =>
      Object.entries(manifest.mcpServers).map(([key, server]) => [key, { name, server }] as const),
    ),
  );
  const drifted = [...wanted]
    .filter(
      ([key, { server }]) => canonicalJson(existing.get(key) ?? null) !== canonicalJson(server),
    )
    .map(([key, { name }]): Finding => ({
      id: "mcp",
      severity: "warn",
      projects: [name],
      evidence: [
        `${path} has ${existing.has(key) ? "a different" : "no"} server ${key}, although ${name} deployed it`,
      ],
      fix: `Deploy ${name} again, or change its manifest.`,
    }));
  const unset = Array.from(mcp.unset, ([key, names]): Finding => ({
    ...about,
    severity: "warn",
    evidence: [`the server ${key} refers to ${names.join(", ")}, which is not set`],
    fix: "Set secrets with these names.",
  }));
  const absent = Array.from(mcp.absentPrograms, ([key, program]): Finding => ({
    ...about,
    severity: "warn",
    evidence: [`the server ${key} starts ${program}, which is not on the search path of runs`],
    fix: "Install it, or add its folder to runPath in settings.json.",
  }));
  const promptFindings: readonly Finding[] =
    mcp.promptsUser && existing.size > 0
      ? [
          {
            ...about,
            severity: "info",
            evidence: [
              `Claude Code treats ${path} as a project file and asks for approval before it uses its servers`,
            ],
            fix: "Approve the servers once, or set mcpFile to ~/.claude.json.",
          },
        ]
      : [];
  return [...drifted, ...unset, ...absent, ...promptFindings];
}

export function judgeResources({ resources, projects }: DoctorFacts): readonly Finding[] {
  const { cores, load, memoryBytes, availableBytes, disks } = resources;
  const measures = [
    {
      share: load / cores,
      text: `load average ${load.toFixed(1)} over five minutes on ${cores} cores`,
      isMomentary: true,
    },
    {
      share: 1 - availableBytes / memoryBytes,
      text: `${gigabytes(availableBytes)} of ${gigabytes(memoryBytes)} GB of memory are free`,
      isMomentary: false,
    },
    ...Array.from(disks, ([folder, share]) => ({
      share,
      text: `the disk of ${folder} is ${Math.round(share * 100)}% full`,
      isMomentary: false,
    })),
  ];
  return judgeStrain(measures).map(({ severity, text }) => ({
    id: "resources",
    severity,
    projects: [],
    evidence: [text],
    fix: strainRemedy(projects),
  }));
}

function gigabytes(bytes: number): string {
  return (bytes / 2 ** 30).toFixed(1);
}
