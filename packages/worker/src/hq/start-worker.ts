import { createHash, randomUUID } from "node:crypto";
import { statfsSync, statSync } from "node:fs";
import { cpus, freemem, hostname, loadavg, totalmem } from "node:os";
import type { FolderLock } from "@loam/cms-core/program";
import type { Environment, WorkerConfig } from "../config/worker-config.ts";
import { diagnose } from "../doctor/diagnose.ts";
import { describeIsolation, type Isolation, printIsolation } from "../isolation/isolation.ts";
import { readMcpFile } from "../mcp/mcp-file.ts";
import { identifyProcess } from "../runner/process-tree.ts";
import { openKeyPair, type WorkerKeyPair } from "../secrets/key-pair.ts";
import { listSecrets } from "../secrets/secrets.ts";
import { listDeployedSkills } from "../skills/deployed-skills.ts";
import { recoverSkillsFolder } from "../skills/skills-folder.ts";
import { type Link, listLinks } from "../state/links.ts";
import { lockHome } from "../state/lock-home.ts";
import { listActiveRuns, readRun } from "../state/runs.ts";
import { listVariables } from "../variables/worker-variables.ts";
import { deployProject, undeployAll, undeployProject } from "./deploy-project.ts";
import { followLink } from "./follow-link.ts";
import type { CommandServices } from "./handle-command.ts";
import { openLinkKey } from "./hq-access.ts";
import { type OpenWorker, openWorker } from "./open-worker.ts";
import { createPollWaker, type PollWaker } from "./poll-waker.ts";
import { createRunReports, type RunReports } from "./run-reports.ts";
import { openWorkerApi, type WorkerApi } from "./worker-api.ts";

/** A running worker, until closed. */
export interface RunningWorker {
  readonly worker: OpenWorker;
  /** HQ is reachable: ends the wait and polls it now. */
  readonly wake: () => void;
  readonly close: () => Promise<void>;
}

export interface StartWorkerOptions {
  readonly version: string;
  /** Logs messages for the operator. */
  readonly log: (message: string) => void;
  /** @default 25 */
  readonly waitSeconds?: number;
}

/** Interval for finding registrations added by other processes, and runs of killed ones. */
const LOOK_MS = 1000;

/**
 * Starts the worker: recovers the runs of an earlier one, and follows every registration, including new ones.
 *
 * @throws CmsError `data_dir_locked` while another worker uses the same folder
 */
export async function startWorker(
  config: WorkerConfig,
  environment: Environment,
  options: StartWorkerOptions,
): Promise<RunningWorker> {
  const lock = lockHome(config.home, new Date());
  try {
    return await startLocked(lock, { config, environment, options });
  } catch (error) {
    lock.release();
    throw error;
  }
}

interface StartParts {
  readonly config: WorkerConfig;
  readonly environment: Environment;
  readonly options: StartWorkerOptions;
}

async function startLocked(
  lock: FolderLock,
  { config, environment, options }: StartParts,
): Promise<RunningWorker> {
  const reports = new Map<string, RunReports>();
  const worker = openWorker(config, environment, {
    runChanged: (id) => {
      const { workerId } = readRun(worker.state, id) ?? {};
      if (workerId !== undefined) reports.get(workerId)?.changed(id);
    },
  });
  const isolation = await openedIsolation(worker);
  options.log(`runs are ${printIsolation(isolation)}`);
  const keyPair = await openKeyPair(worker.state, worker.secrets.sealer);
  recoverSkillsFolder({ state: worker.state, skillsFolder: config.skillsFolder });
  const closing = new AbortController();
  const waker = createPollWaker();
  const followed = new Map<
    string,
    { readonly over: AbortController; readonly done: Promise<void> }
  >();
  const follow = (): void => {
    const links = listLinks(worker.state);
    for (const link of links) {
      if (followed.has(link.workerId)) continue;
      const over = new AbortController();
      const signal = AbortSignal.any([closing.signal, over.signal]);
      const parts = { worker, isolation, keyPair, options, waker: waker, signal, reports };
      followed.set(link.workerId, { over, done: followOne(link, parts) });
    }
    // A new registration in the same workspace replaced it. Its runs continue and are reported.
    for (const [workerId, { over }] of followed) {
      if (!links.some((link) => link.workerId === workerId)) over.abort();
    }
  };
  // Must come first: HQ may request the end of a run that an earlier process left.
  await worker.runner.resume();
  follow();
  for (const report of reports.values()) report.resume();
  let settling: Promise<void> | undefined;
  const looking = setInterval(() => {
    follow();
    settling ??= worker.runner
      .resume()
      .catch((error: unknown) => options.log(String(error)))
      .finally(() => (settling = undefined));
  }, LOOK_MS);
  const close = async (): Promise<void> => {
    clearInterval(looking);
    closing.abort();
    await Promise.all([settling, ...followed.values().map(async ({ done }) => done)]);
    await Promise.all(reports.values().map(async (report) => report.close()));
    await worker.close();
    lock.release();
  };
  let closed: Promise<void> | undefined;
  return {
    worker,
    wake: waker.wake,
    close: async () => (closed ??= close()),
  };
}

/** Comes first: a worker that cannot isolate its runs as configured does nothing. */
async function openedIsolation(worker: OpenWorker): Promise<Isolation> {
  try {
    return await worker.isolation();
  } catch (error) {
    await worker.close();
    throw error;
  }
}

interface FollowParts {
  readonly worker: OpenWorker;
  readonly isolation: Isolation;
  readonly keyPair: WorkerKeyPair;
  readonly options: StartWorkerOptions;
  readonly waker: PollWaker;
  readonly signal: AbortSignal;
  readonly reports: Map<string, RunReports>;
}

async function followOne(link: Link, parts: FollowParts): Promise<void> {
  const { worker, options, waker, signal, reports } = parts;
  const { workerId, hqUrl } = link;
  const log = (message: string): void => options.log(`${link.workspaceName}: ${message}`);
  const { state, secrets, runner } = worker;
  try {
    const api = openWorkerApi(hqUrl, openLinkKey(secrets.sealer, link));
    const logPath = (id: string): string => runner.logPath(id);
    const reporting = createRunReports({ state, api, workerId, waker, logPath });
    reports.set(workerId, reporting);
    log(`connected to ${hqUrl} as ${workerId}`);
    const end = await followLink({
      services: servicesOf(link, parts, { log, tellEnd: reporting.reportEnd, api }),
      api,
      instance: randomUUID(),
      ...workerPlace(worker.config.home),
      facts: () => factsOf(worker, link, { version: options.version, isolation: parts.isolation }),
      waker,
      signal,
      ...(options.waitSeconds !== undefined && { waitSeconds: options.waitSeconds }),
    });
    if (end !== "revoked") return;
    await reporting.close();
    await cancelRunsOf(worker, workerId);
    await undeployAll({ worker, link, log });
  } catch (error) {
    // A registration that cannot be followed doesn't affect the others.
    log(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Identifies one folder on one boot of one machine. A copy of the disk is in another place; a process that opens the
 * folder after another one is its successor. Not every system reports its boot time.
 */
function workerPlace(home: string): { readonly place?: string } {
  const { boot } = identifyProcess(process.pid);
  if (boot === "") return {};
  const { dev, ino } = statSync(home);
  return { place: createHash("sha256").update(`${boot} ${dev} ${ino}`).digest("base64url") };
}

function servicesOf(
  link: Link,
  { worker, keyPair, signal }: FollowParts,
  {
    log,
    tellEnd,
    api,
  }: Pick<CommandServices, "log" | "tellEnd"> & { readonly api: Pick<WorkerApi, "findSkill"> },
): CommandServices {
  const { state, secrets, runner, check } = worker;
  const { workerId, workspaceId } = link;
  const machine = { worker, link, log };
  return {
    workerId,
    workspaceId,
    state,
    secrets,
    keyPair,
    runner,
    check,
    log,
    tellEnd,
    doctor: async () => diagnose(worker, { workspaceId }),
    deploy: async (project) => deployProject({ ...machine, api }, project, signal),
    undeploy: async (projectId) => undeployProject(machine, projectId),
  };
}

async function cancelRunsOf({ state, runner }: OpenWorker, workerId: string): Promise<void> {
  const runs = listActiveRuns(state).filter((run) => run.workerId === workerId);
  await Promise.all(runs.map(async ({ id }) => runner.cancelRun(id)));
}

function factsOf(
  { config, state, secrets }: OpenWorker,
  { workspaceId }: Link,
  { version, isolation }: { readonly version: string; readonly isolation: Isolation },
): { readonly lasting: object; readonly momentary: object } {
  const mcp = readMcpFile(config.mcpFile);
  const disk = statfsSync(config.home);
  return {
    lasting: {
      version,
      agent: typeof config.agent === "string" ? config.agent : (config.agent.command[0] ?? ""),
      hostname: hostname(),
      ...(config.url !== undefined && { url: config.url }),
      isolation: describeIsolation(isolation),
      concurrentRuns: config.concurrentRuns,
      cores: cpus().length,
      memoryTotal: totalmem(),
      skills: listDeployedSkills(state).map(({ name, version: of, tree }) => {
        return { name, version: of, tree };
      }),
      mcpServers: mcp.kind === "read" ? [...mcp.servers.keys()] : [],
      variables: listVariables(state).map(({ key }) => key),
      // Other workspaces' secret names aren't included.
      secrets: listSecrets(secrets)
        .filter((secret) => ["", workspaceId].includes(secret.workspaceId))
        .map(({ key, workspaceId: of }) => ({ key, workspaceId: of })),
      runs: listActiveRuns(state).map(({ id }) => id),
    },
    momentary: {
      load: loadavg(),
      memoryFree: freemem(),
      diskFree: disk.bavail * disk.bsize,
    },
  };
}
