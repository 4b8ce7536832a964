import { CmsError } from "@loam/cms-core";
import { listLinks } from "../state/links.ts";
import { readRun } from "../state/runs.ts";
import { hasSecrets, type Secrets, sessionSecrets } from "./secrets.ts";

/** A run as far as it matters for what it may know. */
export interface AskedRun {
  readonly id: string;
  readonly skill: { readonly name: string; readonly version: number | null };
  readonly workspaceId: string;
  /** Whether HQ says that somebody has reviewed this version; absent: it was asked for on this machine. */
  readonly reviewed?: boolean;
}

/**
 * The secrets of a run. Without a review a skill of HQ is given none; and as it runs as the worker's own user, who can
 * read the worker's files, it does not run at all where any secret is kept.
 *
 * @throws CmsError `skill_unreviewed`, `secret_unreadable`
 */
export function runSecrets(secrets: Secrets, run: AskedRun): ReadonlyMap<string, string> {
  if (mayHaveSecrets(secrets, run)) return sessionSecrets(secrets, run.workspaceId);
  if (!hasSecrets(secrets.state)) return new Map();
  const { name, version } = run.skill;
  throw new CmsError(
    "skill_unreviewed",
    `${name}${version === null ? "" : ` v${version}`} has not been reviewed, and this worker has secrets. Get it reviewed in HQ, or run it on a worker without secrets.`,
  );
}

function mayHaveSecrets({ state }: Secrets, { id, reviewed }: AskedRun): boolean {
  if (reviewed === true) return true;
  const { workerId } = readRun(state, id) ?? {};
  // The operator of this machine reads the secrets anyway.
  if (reviewed === undefined && workerId === undefined) return true;
  return listLinks(state).find((link) => link.workerId === workerId)?.skillReview === "off";
}
