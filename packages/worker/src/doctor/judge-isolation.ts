import { isCmsError } from "@loam/cms-core";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import {
  describeIsolation,
  ISOLATION_MEANINGS,
  type IsolationFacts,
} from "../isolation/isolation.ts";
import { openIsolation } from "../isolation/probe-isolation.ts";
import type { Finding } from "./finding.ts";

/** Reports the isolation of runs if it is weaker than it could be. */
export async function judgeIsolation(
  config: Pick<WorkerConfig, "isolation">,
  environment: Environment,
): Promise<readonly Finding[]> {
  try {
    return judgeLevel(describeIsolation(await openIsolation(config, environment)));
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const fix = "The worker cannot start until this is fixed.";
    return [{ id: "isolation", severity: "error", projects: [], evidence: [error.message], fix }];
  }
}

function judgeLevel({ level, isChosen, unavailable }: IsolationFacts): readonly Finding[] {
  if (level === "boxed") return [];
  const why = isChosen
    ? [`the setting isolation is ${level}`]
    : unavailable.map(({ level: missing, reason }) => `${missing} is not available: ${reason}`);
  return [
    {
      id: "isolation",
      severity: level === "none" && !isChosen ? "warn" : "info",
      projects: [],
      evidence: [`runs are ${level === "none" ? "not isolated" : level}`, ...why],
      fix: ISOLATION_MEANINGS[level],
    },
  ];
}
