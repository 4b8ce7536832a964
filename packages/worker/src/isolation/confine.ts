import { existsSync } from "node:fs";
import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { WorkerConfig } from "../config/worker-config.ts";
import { boxArguments } from "./box-arguments.ts";
import { copyBackLogins, prepareBoxHome } from "./box-home.ts";
import {
  type BoxedRun,
  directoryFault,
  namesOf,
  readablePlaces,
  repositoryOf,
  systemPlaces,
} from "./box-places.ts";
import { createControlGroup, endControlGroup } from "./control-group.ts";
import type { Confinement } from "./isolation.ts";

/** A run to start. */
export interface ConfinedJob {
  readonly runId: string;
  readonly config: WorkerConfig;
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Working directory. */
  readonly directory: string;
  /** Folder of this run, below the worker's. */
  readonly folder: string;
  /** Files in that folder that the run can read. */
  readonly files: readonly string[];
  /** Tools that its skill requires. */
  readonly tools: readonly string[];
}

/** The wrapped command of a run, and its cleanup. */
export interface ConfinedCommand {
  readonly argv: readonly [string, ...string[]];
  readonly environment: Readonly<Record<string, string>>;
  /** Ends the remaining processes of the run. */
  readonly ended: () => Promise<void>;
}

/**
 * Wraps an agent's command to run it isolated.
 *
 * @throws CmsError `invalid` if it cannot be boxed in its directory
 */
export function confine(confinement: Confinement, job: ConfinedJob): ConfinedCommand {
  const { argv, environment, runId } = job;
  switch (confinement.by) {
    case "bubblewrap":
      return box(confinement.program, job);
    case "namespace": {
      const started = [...confinement.program, ...REAPER, ...argv];
      return { argv: nonEmpty(started), environment, ended: nothing };
    }
    case "cgroup": {
      const { folder } = confinement;
      const group = createControlGroup(folder, runId);
      const started = ["/bin/sh", "-c", ENTER_GROUP, group, ...argv];
      return {
        argv: nonEmpty(started),
        environment,
        ended: async () => endControlGroup(folder, runId),
      };
    }
    case "process group":
      return { argv, environment, ended: nothing };
  }
}

async function nothing(): Promise<void> {
  await Promise.resolve();
}

/** The first process of a PID namespace ignores most signals and must reap orphans. */
const REAPER = ["/bin/sh", "-c", '"$@"; exit "$?"', "loam-run"];

const ENTER_GROUP = 'echo "$$" > "$0/cgroup.procs" && exec "$@"';

function box(program: readonly string[], job: ConfinedJob): ConfinedCommand {
  const { config, argv, directory, folder, files, tools } = job;
  // The box contains nothing of the user's session, through which processes could be started outside.
  const { XDG_RUNTIME_DIR: _, TMPDIR: temporary, ...kept } = job.environment;
  const environment = { ...kept, ...(temporary !== undefined && { TMPDIR: "/tmp" }) };
  const run: BoxedRun = { config, environment, argv, tools, directory };
  const fault = directoryFault(run, job.runId);
  if (fault !== undefined) throw new CmsError("invalid", fault);
  const homes = prepareBoxHome(folder, config, environment);
  const repository = repositoryOf(run);
  const started = [
    ...program,
    ...boxArguments({
      system: systemPlaces(),
      homes,
      readable: readablePlaces(run),
      writable: config.boxWritable.filter((path) => existsSync(path)),
      hidden: namesOf(config.home),
      directory,
      ...(repository !== undefined && { repository }),
      exempt: [config.skillsFolder, ...files.map((name) => join(folder, name))].filter((path) =>
        existsSync(path),
      ),
    }),
    "--",
    ...argv,
  ];
  return {
    argv: nonEmpty(started),
    environment,
    ended: async () => {
      copyBackLogins(folder);
      await Promise.resolve();
    },
  };
}

function nonEmpty([first = "", ...rest]: readonly string[]): readonly [string, ...string[]] {
  return [first, ...rest];
}
