import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { WorkerConfig } from "../config/worker-config.ts";
import { openSealer, type Sealer } from "../secrets/sealer.ts";
import type { HqSkills } from "../skills/hq-skills.ts";
import { readIdentity, replaceIdentity } from "../state/identity.ts";
import { isNamed, lastRevoked, type Link, listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";

/** HQ, workspace, and token of a signed-in user. */
export interface Login {
  readonly hqUrl: string;
  readonly workspace: string;
  readonly token: string;
}

const LOGIN_PLACE = ["identity", "login"];

/** Stores a login encrypted, replacing the previous one. */
export function storeLogin(state: WorkerState, sealer: Sealer, login: Login): void {
  replaceIdentity(state, "login", sealer.seal(JSON.stringify(login), LOGIN_PLACE));
}

function readLogin(state: WorkerState, sealer: Sealer): Login | undefined {
  const sealed = readIdentity(state, "login");
  if (sealed === undefined) return undefined;
  const login: unknown = JSON.parse(sealer.open(sealed, LOGIN_PLACE));
  return isLogin(login) ? login : undefined;
}

// Written by hand: a schema library takes longer to load than everything else that a skill command needs.
function isLogin(value: unknown): value is Login {
  if (typeof value !== "object" || value === null) return false;
  const parts = new Map(Object.entries(value));
  return ["hqUrl", "workspace", "token"].every((name) => typeof parts.get(name) === "string");
}

/** Encrypts the key of a link for storage. */
export function sealLinkKey(sealer: Sealer, workerId: string, key: string): string {
  return sealer.seal(key, ["link", workerId]);
}

/** @throws CmsError `secret_unreadable` */
export function openLinkKey(sealer: Sealer, { workerId, sealedKey }: Link): string {
  return sealer.open(sealedKey, ["link", workerId]);
}

/** The skills of a link's workspace, with the worker's own key. */
export function skillsOfLink(config: WorkerConfig, sealer: Sealer, link: Link): HqSkills {
  const { hqUrl, workspaceId } = link;
  return {
    hqUrl,
    workspace: workspaceId,
    token: openLinkKey(sealer, link),
    scratch: scratchFolder(config),
  };
}

/**
 * The skills that a command uses: with `LOAM_TOKEN`, otherwise with the login stored by `agent-cli login`, otherwise
 * read-only with the key of this worker's only registration.
 *
 * @throws CmsError `not_signed_in` with instructions
 */
export function skillsOfCommand(config: WorkerConfig, state: WorkerState): HqSkills {
  const sealer = openSealer(config, state);
  const login = readLogin(state, sealer);
  const { hqUrl = login?.hqUrl, workspace = login?.workspace } = config;
  const token = config.token ?? (login?.hqUrl === hqUrl ? login?.token : undefined);
  if (hqUrl !== undefined && workspace !== undefined && token !== undefined) {
    const id = idOf(state, hqUrl, workspace);
    return { hqUrl, workspace: id, token, scratch: scratchFolder(config) };
  }
  return skillsOfLink(config, sealer, onlyLink(state, { hqUrl, workspace }));
}

/** URL of the HQ for commands that don't name one. */
export function hqOfCommand(config: WorkerConfig, state: WorkerState): string | undefined {
  return config.hqUrl ?? readLogin(state, openSealer(config, state))?.hqUrl;
}

function onlyLink(
  state: WorkerState,
  {
    hqUrl,
    workspace,
  }: { readonly hqUrl?: string | undefined; readonly workspace?: string | undefined },
): Link {
  const fitting = listLinks(state).filter(
    (link) =>
      (hqUrl === undefined || link.hqUrl === hqUrl) &&
      (workspace === undefined || isNamed(link, workspace)),
  );
  const [link] = fitting;
  if (link !== undefined && fitting.length === 1) return link;
  throw new CmsError(
    "not_signed_in",
    fitting.length > 1
      ? "This worker is registered in several workspaces. Set LOAM_WORKSPACE to one of them."
      : howToSignIn(lastRevoked(state)),
  );
}

function howToSignIn(ended: Link | undefined): string {
  return ended === undefined
    ? "Not signed in to HQ. Run agent-cli login, or set LOAM_HQ_URL, LOAM_WORKSPACE, and LOAM_TOKEN."
    : `HQ at ${ended.hqUrl} revoked this worker in ${ended.workspaceName}. Register it again (agent-cli worker register), or sign in (agent-cli login).`;
}

/** Uses the id of a workspace known to this worker, because it is the same for every way to access it. */
function idOf(state: WorkerState, hqUrl: string, workspace: string): string {
  const link = listLinks(state).find((known) => known.hqUrl === hqUrl && isNamed(known, workspace));
  return link?.workspaceId ?? workspace;
}

/** Folder for fetched files during a command: next to the state, where files can be executed. */
export function scratchFolder({ home }: WorkerConfig): string {
  const folder = join(home, "tmp");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
