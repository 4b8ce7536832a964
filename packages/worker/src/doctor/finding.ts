import type { Finding as ProjectFinding, RuleId } from "@loam/cms-core/advice";

/**
 * Conflicts between projects of one worker (spec/skills.md, "Multi-project assignment rules"), and problems of the
 * machine itself. Names the affected projects; empty: all, or the worker.
 */
export type Finding = ProjectFinding<RuleId | "clock" | "versions" | "containers" | "isolation">;
