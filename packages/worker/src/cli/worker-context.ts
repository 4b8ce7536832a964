import { CmsError, parseJson } from "@loam/cms-core";
import type { Terminal } from "@loam/cms-core/program";
import { readWorkerConfig, type WorkerConfig } from "../config/worker-config.ts";
import { openSecrets } from "../secrets/secrets.ts";
import type { PushPlace } from "../skills/check-for-push.ts";
import { isNamed, listLinks } from "../state/links.ts";
import { openState, type WorkerState } from "../state/open-state.ts";

/** What most commands work with. */
export interface CommandContext extends PushPlace {
  readonly config: WorkerConfig;
  readonly state: WorkerState;
  /** Aborted when the command should stop. */
  readonly signal: AbortSignal;
}

/** Runs a command's work on this machine's state, alongside a running worker if there is one. */
export async function inWorker<T>(
  terminal: Terminal,
  work: (context: CommandContext) => Promise<T> | T,
): Promise<T> {
  const config = readWorkerConfig(terminal.environment);
  const state = openState(config.home);
  const stop = new AbortController();
  const removeStopHandler = terminal.onStop(() => stop.abort());
  try {
    const { skillsFolder } = config;
    const secrets = () => openSecrets(config, state);
    return await work({ config, state, skillsFolder, secrets, signal: stop.signal });
  } catch (error) {
    if (stop.signal.aborted) throw new CmsError("aborted", "Stopped.", { cause: error });
    throw error;
  } finally {
    removeStopHandler();
    state.close();
  }
}

/**
 * Returns the id of a workspace given by slug, name, or id; `""` for no workspace.
 *
 * @throws CmsError `not_found` if it is neither known here nor an id, because no run would ever use values set for it
 */
export function workspaceIdOf(state: WorkerState, workspace: string = ""): string {
  const links = listLinks(state);
  const link = links.find((known) => isNamed(known, workspace));
  if (link !== undefined) return link.workspaceId;
  if (/^(?:w[a-z2-7]{15})?$/.test(workspace)) return workspace;
  const names = links.map(({ workspaceName }) => workspaceName).join(", ");
  throw new CmsError(
    "not_found",
    `Unknown workspace ${workspace}: this worker is ${names === "" ? "not registered in any workspace" : `registered in ${names}`}. For any other workspace, use its ID.`,
  );
}

/** Parses `name` or `name@version`. @throws CmsError `invalid` */
export function parseSkillReference(text: string): {
  readonly name: string;
  readonly version?: number;
} {
  const [, name = "", version] = /^([^@]*)(?:@v?([1-9]\d{0,8}))?$/.exec(text) ?? [];
  if (name === "")
    throw new CmsError("invalid", `${text} is neither a skill name nor name@version.`);
  return { name, ...(version !== undefined && { version: Number(version) }) };
}

/** Parses variables for one run: a JSON object of texts, from a file or (`-`) standard input. */
export function parseVariables(text: string): ReadonlyMap<string, string> {
  const values: unknown = parseJson(text);
  const entries =
    typeof values === "object" && values !== null ? Object.entries(values) : [["", null]];
  const texts = entries.filter((entry): entry is [string, string] => typeof entry[1] === "string");
  if (texts.length === entries.length) return new Map(texts);
  throw new CmsError(
    "invalid",
    'Variables must be a JSON object of strings, such as {"NAME": "value"}.',
  );
}
