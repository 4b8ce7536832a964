import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import { findProgram } from "../preflight/find-program.ts";
import { BOX_NAMESPACES, systemArguments } from "./box-arguments.ts";
import { systemPlaces } from "./box-places.ts";
import { createControlGroup, endControlGroup, ownControlGroup } from "./control-group.ts";
import { chooseIsolation, type Isolation, type IsolationProbe } from "./isolation.ts";

const run = promisify(execFile);

/** Allows for a machine under load; a command that hangs must not prevent the worker from starting. */
const TIMEOUT_MS = 20_000;

/**
 * Tests what this machine supports and chooses a level.
 *
 * @throws CmsError `invalid_config` if the configured level isn't possible
 */
export async function openIsolation(
  config: Pick<WorkerConfig, "isolation">,
  environment: Environment,
): Promise<Isolation> {
  return chooseIsolation(await probeIsolation(environment["PATH"] ?? ""), config.isolation);
}

/** Starts a process at each level: there is no other way to find out whether the system allows it. */
export async function probeIsolation(
  searchPath: string,
  platform: NodeJS.Platform = process.platform,
): Promise<IsolationProbe> {
  if (platform !== "linux") {
    const missing = { missing: `This requires Linux, but this machine runs ${platform}.` };
    return { boxed: missing, contained: missing };
  }
  const [boxed, contained] = await Promise.all([probeBox(searchPath), probeNamespace(searchPath)]);
  if (!("missing" in contained)) return { boxed, contained };
  return { boxed, contained: await probeControlGroup(contained.missing) };
}

/** Older versions of bubblewrap cannot prevent a run from creating further namespaces. */
const BOX_VARIANTS = [["--disable-userns"], []] as const;

async function probeBox(searchPath: string): Promise<IsolationProbe["boxed"]> {
  const bwrap = findProgram("bwrap", searchPath);
  if (bwrap === undefined) {
    return { missing: "bubblewrap is not installed (apt install bubblewrap)." };
  }
  const variants = BOX_VARIANTS.map((more) => [bwrap].concat(BOX_NAMESPACES, more));
  const found = await firstThatRuns(variants, [...systemArguments(systemPlaces()), "--"]);
  return "program" in found
    ? { level: "boxed", by: "bubblewrap", program: found.program }
    : {
        missing: `bubblewrap does not work on this machine: ${found.fault}.${remedyFor(found.fault)}`,
      };
}

/** Without a user namespace if the worker is root: with one, files of other users would be inaccessible. */
const NAMESPACE_VARIANTS = [
  ["--pid", "--mount-proc", "--fork", "--kill-child"],
  ["--user", "--map-current-user", "--pid", "--mount-proc", "--fork", "--kill-child"],
  ["--user", "--map-current-user", "--pid", "--fork", "--kill-child"],
] as const;

async function probeNamespace(searchPath: string): Promise<IsolationProbe["contained"]> {
  const unshare = findProgram("unshare", searchPath);
  if (unshare === undefined) return { missing: "unshare (util-linux) is not installed." };
  // Makes it end with the worker, even after kill -9.
  const setpriv = findProgram("setpriv", searchPath);
  const start = setpriv === undefined ? [] : [setpriv, "--pdeathsig", "KILL"];
  const variants = NAMESPACE_VARIANTS.map((flags) => start.concat(unshare, flags));
  const found = await firstThatRuns(variants, []);
  return "program" in found
    ? { level: "contained", by: "namespace", program: found.program }
    : {
        missing: `unshare does not work on this machine: ${found.fault}.${remedyFor(found.fault)}`,
      };
}

async function probeControlGroup(withoutNamespace: string): Promise<IsolationProbe["contained"]> {
  const name = `probe-${process.pid}`;
  try {
    const folder = ownControlGroup();
    createControlGroup(folder, name);
    await endControlGroup(folder, name);
    return { level: "contained", by: "cgroup", folder };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return {
      missing: `${withoutNamespace} The worker also has no control group of its own (Delegate=yes in the service): ${reason}.`,
    };
  }
}

type Found = { readonly program: readonly string[] } | { readonly fault: string };

/** Returns the first command that can run `true`; otherwise why the last one failed. */
async function firstThatRuns(
  variants: readonly (readonly string[])[],
  more: readonly string[],
): Promise<Found> {
  let fault = "";
  for (const program of variants) {
    const [first = "", ...args] = program;
    args.push(...more, "/bin/sh", "-c", "exit 0");
    try {
      await run(first, args, { timeout: TIMEOUT_MS, killSignal: "SIGKILL", cwd: "/" });
      return { program };
    } catch (error) {
      fault = faultOf(error);
    }
  }
  return { fault };
}

/** Returns one plain line of a command's output. */
function faultOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ("killed" in error && error.killed === true) return `no response in ${TIMEOUT_MS / 1000} s`;
  const output = "stderr" in error && typeof error.stderr === "string" ? error.stderr.trim() : "";
  const line = (output === "" ? error.message : output).split("\n").at(-1) ?? "";
  return line
    .replaceAll(/[^ -~]/g, "")
    .replace(/\.$/, "")
    .slice(0, 200);
}

function remedyFor(fault: string): string {
  return /Operation not permitted|Permission denied|uid map|user namespace/i.test(fault)
    ? " User namespaces may be turned off: see kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns, or the container's seccomp profile."
    : "";
}
