import type { DoctorFacts } from "./facts.ts";
import type { Finding } from "./finding.ts";

/** Above this, times of HQ and this machine are inconsistent: expiry of leases, runs, and tokens. */
const MAX_SKEW_MS = 30_000;

/** Compares this machine's clock with that of each HQ. */
export function judgeClocks({ hqs }: DoctorFacts): readonly Finding[] {
  return hqs
    .filter(({ aheadMs = 0 }) => Math.abs(aheadMs) > MAX_SKEW_MS)
    .map(({ hqUrl, aheadMs = 0 }) => ({
      id: "clock",
      severity: "warn",
      projects: [],
      evidence: [
        `the clock of ${hqUrl} is ${Math.round(Math.abs(aheadMs) / 1000)} seconds ${aheadMs > 0 ? "ahead of" : "behind"} this machine's`,
      ],
      fix: "Synchronize both clocks with a time server: timedatectl set-ntp true.",
    }));
}

/** Reports Node, the worker, and the agent if one is outdated or missing; otherwise names the agent. */
export function judgeVersions({ hqs, programs }: DoctorFacts): readonly Finding[] {
  const { worker, node, neededNode, agent } = programs;
  const about = { id: "versions", projects: [] } as const;
  const findings: Finding[] = [];
  if (isOlder(node, neededNode)) {
    findings.push({
      ...about,
      severity: "error",
      evidence: [`Node.js is ${node}, but this worker needs ${neededNode}`],
      fix: `Install Node.js ${neededNode} or later, and restart the worker with it.`,
    });
  }
  for (const { hqUrl, minWorkerVersion } of hqs) {
    if (minWorkerVersion === undefined || !isOlder(worker, minWorkerVersion)) continue;
    findings.push({
      ...about,
      severity: "warn",
      evidence: [`the worker is ${worker}, but ${hqUrl} requires ${minWorkerVersion}`],
      fix: "Update the worker with npm install --global @loam/worker, then restart it.",
    });
  }
  if (agent !== undefined && agent.path === undefined) {
    findings.push({
      ...about,
      severity: "warn",
      evidence: [`the agent ${agent.program} is not on the search path of runs`],
      fix: "Install it, add its folder to runPath in settings.json, or choose another agent there.",
    });
  } else if (agent?.version !== undefined) {
    findings.push({
      ...about,
      severity: "info",
      evidence: [`the agent ${agent.program} is ${agent.version}, at ${agent.path ?? "?"}`],
      fix: "No action is needed if this is the agent you want.",
    });
  }
  return findings;
}

/** Reports projects that declare containers if nothing can start them. */
export function judgeContainers({ projects, programs }: DoctorFacts): readonly Finding[] {
  const { dockerFault } = programs;
  if (dockerFault === undefined) return [];
  return projects
    .filter(({ manifest }) => (manifest.containers ?? 0) > 0)
    .map(({ name, manifest }) => ({
      id: "containers",
      severity: "error",
      projects: [name],
      evidence: [`${name} declares containers: ${manifest.containers ?? 0}`, dockerFault],
      fix: "Install and start Docker, and give the worker's user access to it. Or assign the project to another worker.",
    }));
}

const NUMBERS = new Intl.Collator("en", { numeric: true });

/** Compares versions number by number. */
function isOlder(version: string, needed: string): boolean {
  return NUMBERS.compare(version, needed) < 0;
}
