/**
 * Conflicts between projects of one worker (spec/skills.md, "Multi-project assignment rules"), and problems of the
 * machine itself.
 */
type FindingId =
  | "weight"
  | "memory"
  | "mcp"
  | "variables"
  | "ports"
  | "skills"
  | "resources"
  | "directories"
  | "clock"
  | "versions"
  | "containers"
  | "isolation";

/** An actual or potential problem. */
export interface Finding {
  readonly id: FindingId;
  /** `error`: something fails. `warn`: something might fail. `info`: worth knowing. */
  readonly severity: "info" | "warn" | "error";
  /** Names of the affected projects; empty: all, or the worker. */
  readonly projects: readonly string[];
  /** Observations that show the problem. */
  readonly evidence: readonly string[];
  /** How to fix it. */
  readonly fix: string;
}
