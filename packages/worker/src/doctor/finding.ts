/**
 * Where projects of one worker get in each other's way (spec/skills.md, "Multi-project assignment rules"), and what may be
 * wrong with the machine itself.
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

/** One thing that stands in the way, or may. */
export interface Finding {
  readonly id: FindingId;
  /** `error`: something goes wrong. `warn`: something may. `info`: worth knowing. */
  readonly severity: "info" | "warn" | "error";
  /** Names of the projects that it is about; none: of all, or of the worker. */
  readonly projects: readonly string[];
  /** What it was seen by. */
  readonly evidence: readonly string[];
  /** What to do. */
  readonly fix: string;
}
