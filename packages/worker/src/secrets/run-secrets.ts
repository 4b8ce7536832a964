import { CmsError } from "@loam/cms-core";
import { listLinks } from "../state/links.ts";
import { readRun } from "../state/runs.ts";
import { hasSecrets, type Secrets, sessionSecrets } from "./secrets.ts";

/** The properties of a run that determine its access to secrets. */
export interface SecretsRequest {
  readonly id: string;
  readonly skill: { readonly name: string; readonly version: number | null };
  readonly workspaceId: string;
  /** Whether someone has reviewed this version according to HQ; absent: requested on this machine. */
  readonly reviewed?: boolean;
}

/**
 * Returns the secrets of a run. A skill of HQ without a review gets none. It does not run at all if any secret is stored,
 * because it would run as the worker's own user and could read the worker's files.
 *
 * @throws CmsError `skill_unreviewed`, `secret_unreadable`
 */
export function runSecrets(secrets: Secrets, run: SecretsRequest): ReadonlyMap<string, string> {
  if (canHaveSecrets(secrets, run)) return sessionSecrets(secrets, run.workspaceId);
  if (!hasSecrets(secrets.state)) return new Map();
  const { name, version } = run.skill;
  throw new CmsError(
    "skill_unreviewed",
    `${name}${version === null ? "" : ` v${version}`} has not been reviewed, and this worker has secrets. Get it reviewed in HQ, or run it on a worker without secrets.`,
  );
}

function canHaveSecrets({ state }: Secrets, { id, reviewed }: SecretsRequest): boolean {
  if (reviewed === true) return true;
  const { workerId } = readRun(state, id) ?? {};
  // The operator of this machine can read the secrets anyway.
  if (reviewed === undefined && workerId === undefined) return true;
  return listLinks(state).find((link) => link.workerId === workerId)?.skillReview === "off";
}
