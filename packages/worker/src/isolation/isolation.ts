import { CmsError } from "@loam/cms-core";
import { ISOLATION_LEVELS, type IsolationLevel } from "../config/setting-rules.ts";

/** How a run is isolated. */
export type Confinement =
  | { readonly level: "boxed"; readonly by: "bubblewrap"; readonly program: readonly string[] }
  | { readonly level: "contained"; readonly by: "namespace"; readonly program: readonly string[] }
  | { readonly level: "contained"; readonly by: "cgroup"; readonly folder: string }
  | { readonly level: "none"; readonly by: "process group" };

/** Capabilities of a machine: one method per level, or why there is none. */
export interface IsolationProbe {
  readonly boxed: Extract<Confinement, { level: "boxed" }> | MissingIsolation;
  readonly contained: Extract<Confinement, { level: "contained" }> | MissingIsolation;
}

/** A level that this machine doesn't support. */
interface MissingIsolation {
  readonly missing: string;
}

/** How this worker isolates its runs. */
export interface Isolation {
  readonly confinement: Confinement;
  /** Whether the operator configured this level, as opposed to detection. */
  readonly isChosen: boolean;
  /** Higher levels that this machine doesn't support, and the reasons. */
  readonly unavailable: readonly { readonly level: IsolationLevel; readonly reason: string }[];
}

/** Only a process group, whatever the machine supports. */
export const UNCONFINED: Confinement = { level: "none", by: "process group" };

/**
 * Returns the configured level, otherwise the highest that the machine supports.
 *
 * @throws CmsError `invalid_config` for a configured level that isn't possible here: a run must never be less isolated
 * than its operator believes
 */
export function chooseIsolation(
  probe: IsolationProbe,
  wanted: IsolationLevel | undefined,
): Isolation {
  const unavailable = (["boxed", "contained"] as const).flatMap((level) => {
    const found = probe[level];
    return "missing" in found ? [{ level, reason: found.missing }] : [];
  });
  const isChosen = wanted !== undefined;
  if (isChosen) {
    const reason = unavailable.find(({ level }) => level === wanted)?.reason;
    if (reason !== undefined) throw impossible(wanted, reason);
  }
  const ways = [probe.boxed, probe.contained].flatMap((way) => ("missing" in way ? [] : [way]));
  const confinement = ways.find(({ level }) => !isChosen || level === wanted) ?? UNCONFINED;
  const rank = ISOLATION_LEVELS.indexOf(confinement.level);
  return {
    confinement,
    isChosen,
    unavailable: unavailable.filter(({ level }) => ISOLATION_LEVELS.indexOf(level) > rank),
  };
}

function impossible(wanted: IsolationLevel, reason: string): CmsError {
  return new CmsError(
    "invalid_config",
    `The setting isolation is ${wanted}, which is not available on this machine: ${reason} Fix this, or set isolation to a lower level (contained, none).`,
    { details: { isolation: wanted, reason } },
  );
}

/** Descriptions of the levels for people. */
export const ISOLATION_MEANINGS: Readonly<Record<IsolationLevel, string>> = {
  boxed:
    "A run sees system files, its own directory, its skill, and its secrets. It cannot read the worker's key or database, other runs, or the rest of your home folder. All its processes end with the run.",
  contained:
    "All processes of a run end with the run, but a run can read and change everything the worker's user can, including the worker's key and database.",
  none: "A run can read and change everything the worker's user can, including the worker's key and database. A detached process can outlive its run.",
};

/** How runs are isolated, in machine-readable form. */
export interface IsolationFacts {
  readonly level: IsolationLevel;
  /** The mechanism. */
  readonly by: Confinement["by"];
  readonly isChosen: boolean;
  readonly unavailable: Isolation["unavailable"];
}

export function describeIsolation({
  confinement: { level, by },
  isChosen,
  unavailable,
}: Isolation): IsolationFacts {
  return { level, by, isChosen, unavailable };
}

/** Describes the isolation in one line. */
export function printIsolation({ confinement: { level, by } }: Isolation): string {
  return level === "none" ? "not isolated" : `${level} (${by})`;
}
