import type { WorkspaceSnapshot } from "./take-snapshot.ts";

/** An event in a workspace. */
export interface WorkspaceEvent {
  readonly event: "skill.changed" | "run.changed" | "worker.changed";
  readonly data: Readonly<Record<string, string | number | null>>;
}

/** Returns the events between two snapshots: every new skill version, and only the latest state of runs and workers. */
export function diffSnapshots(
  before: WorkspaceSnapshot,
  after: WorkspaceSnapshot,
): readonly WorkspaceEvent[] {
  return [
    ...compareSkills(before, after),
    ...compareRuns(before, after),
    ...compareWorkers(before, after),
  ];
}

function compareSkills(
  { skills: before }: WorkspaceSnapshot,
  { skills: after }: WorkspaceSnapshot,
): WorkspaceEvent[] {
  if (before === after) return [];
  const created = [...after.versions].flatMap(([name, versions]) =>
    versions
      .slice(before.versions.get(name)?.length ?? 0)
      .map(({ version, commit, createdAt, by }): WorkspaceEvent => ({
        event: "skill.changed",
        data: { name, version, commit, at: createdAt, by: by.name },
      })),
  );
  const wasMade = new Set(created.map(({ data }) => data["name"]));
  const deleted = [...before.current.keys()].filter((name) => !after.current.has(name));
  // A deleted skill that was saved again unchanged has its earlier version.
  const back = [...after.current].filter(
    ([name]) => !before.current.has(name) && !wasMade.has(name),
  );
  return [
    ...created,
    ...deleted.map((name): WorkspaceEvent => ({
      event: "skill.changed",
      data: { name, version: null },
    })),
    ...back.map(([name, { version }]): WorkspaceEvent => ({
      event: "skill.changed",
      data: { name, version },
    })),
  ];
}

function compareRuns(
  { runs: before }: WorkspaceSnapshot,
  { runs: after }: WorkspaceSnapshot,
): WorkspaceEvent[] {
  return [...after]
    .filter(([id, { state }]) => before.get(id)?.state !== state)
    .map(([id, run]) => ({ event: "run.changed", data: { id, ...run } }));
}

function compareWorkers(
  { workers: before }: WorkspaceSnapshot,
  { workers: after }: WorkspaceSnapshot,
): WorkspaceEvent[] {
  const changed = [...after].filter(([id, { name, state }]) => {
    const known = before.get(id);
    return known?.name !== name || known.state !== state;
  });
  const removed = [...before].filter(([id]) => !after.has(id));
  return [
    ...changed.map(([id, worker]): WorkspaceEvent => ({
      event: "worker.changed",
      data: { id, ...worker },
    })),
    // Revoking a worker that never registered deletes it.
    ...removed.map(([id, { name }]): WorkspaceEvent => ({
      event: "worker.changed",
      data: { id, name, state: "revoked" },
    })),
  ];
}
