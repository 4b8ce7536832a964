import type { VariablePrecedence } from "@loam/cms-core/template";
import type { WorkerConfig } from "../config/worker-config.ts";
import { listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";

/** Where it is looked up. */
export interface PrecedencePlace {
  readonly config: Pick<WorkerConfig, "variablePrecedence">;
  readonly state: WorkerState;
}

/**
 * Which scope of variables wins in what is asked for on this machine, so that a skill says here what it says when HQ has
 * it run: in a workspace as its HQ has said; else as this worker's setting says, else as every HQ that it follows has.
 */
export function localPrecedence(
  { config, state }: PrecedencePlace,
  workspaceId: string,
): VariablePrecedence {
  const links = listLinks(state);
  const link = links.find(
    (known) => known.workspaceId === workspaceId && known.variablePrecedence !== undefined,
  );
  const said = new Set(links.flatMap(({ variablePrecedence }) => variablePrecedence ?? []));
  const [first] = said;
  const common = said.size === 1 ? first : undefined;
  return link?.variablePrecedence ?? config.variablePrecedence ?? common ?? "worker-last";
}
