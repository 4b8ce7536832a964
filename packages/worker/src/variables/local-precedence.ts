import type { VariablePrecedence } from "@loam/cms-core/template";
import type { WorkerConfig } from "../config/worker-config.ts";
import { listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";

/** What determines the precedence. */
export interface PrecedencePlace {
  readonly config: Pick<WorkerConfig, "variablePrecedence">;
  readonly state: WorkerState;
}

/**
 * Which scope of variables wins for requests on this machine, so that a skill behaves as in a run by HQ: for a
 * workspace, as its HQ has sent; otherwise as in this worker's setting, otherwise as all followed HQs agree.
 */
export function localPrecedence(
  { config, state }: PrecedencePlace,
  workspaceId: string,
): VariablePrecedence {
  const links = listLinks(state);
  const link = links.find(
    (known) => known.workspaceId === workspaceId && known.variablePrecedence !== undefined,
  );
  const precedences = new Set(links.flatMap(({ variablePrecedence }) => variablePrecedence ?? []));
  const [first] = precedences;
  const common = precedences.size === 1 ? first : undefined;
  return link?.variablePrecedence ?? config.variablePrecedence ?? common ?? "worker-last";
}
