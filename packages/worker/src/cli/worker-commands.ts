import { chmodSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { CmsError, countOf, isCmsError } from "@loam/cms-core";
import {
  answer,
  columns,
  type JsonOption,
  readHidden,
  type Terminal,
  withJson,
} from "@loam/cms-core/program";
import { type Command, Option } from "commander";
import { AGENTS } from "../config/agent-presets.ts";
import { packageVersion } from "../config/package-version.ts";
import {
  type Environment,
  readWorkerConfig,
  SETTINGS_FILE,
  type WorkerConfig,
} from "../config/worker-config.ts";
import { diagnose } from "../doctor/diagnose.ts";
import { hqOfCommand, sealLinkKey } from "../hq/hq-access.ts";
import { startWorker } from "../hq/start-worker.ts";
import { registerWorker } from "../hq/worker-api.ts";
import { makeApiToken } from "../http/guard.ts";
import { startInterface } from "../http/local-interface.ts";
import {
  describeIsolation,
  ISOLATION_MEANINGS,
  type IsolationFacts,
} from "../isolation/isolation.ts";
import { openIsolation } from "../isolation/probe-isolation.ts";
import { startPruning } from "../memory/memory.ts";
import { startRunPruning } from "../runner/prune-runs.ts";
import { openKeyPair } from "../secrets/key-pair.ts";
import { openSecrets } from "../secrets/secrets.ts";
import { writeServiceFile } from "../service/service-files.ts";
import { listLocalSkills, readLocalSkill } from "../skills/local-skills.ts";
import { readIdentity } from "../state/identity.ts";
import { addLink, lastRevoked, type Link, listLinks } from "../state/links.ts";
import type { WorkerState } from "../state/open-state.ts";
import { listActiveRuns } from "../state/runs.ts";
import { inWorker } from "./worker-context.ts";

interface InitOptions extends JsonOption {
  readonly agent?: string;
  readonly service?: boolean;
  readonly newToken?: boolean;
}

interface RegisterOptions extends JsonOption {
  readonly hq?: string;
}

/** Adds `agent-cli worker …`. */
export function addWorkerCommands(worker: Command, terminal: Terminal): void {
  addInit(worker, terminal);
  addRegister(worker, terminal);
  addStart(worker, terminal);
  addStatus(worker, terminal);
  addDoctor(worker, terminal);
}

function addInit(worker: Command, terminal: Terminal): void {
  withJson(worker.command("init"))
    .description("Set up this machine and print the token of its local interface once")
    .addOption(new Option("--agent <agent>", "Agent that runs skills").choices(AGENTS))
    .option("--service", "Create a service file that starts the worker with the machine")
    .option("--new-token", "Replace the token")
    .action(async ({ agent, service = false, newToken = false, ...options }: InitOptions) => {
      const data = await inWorker(terminal, ({ config, state }) => {
        if (agent !== undefined) storeAgent(config, agent);
        // Read again as in the next start, because another agent has another skills folder.
        const chosen = readWorkerConfig(terminal.environment);
        const isNew = newToken || readIdentity(state, "api_token_hash") === undefined;
        return {
          home: config.home,
          apiToken: isNew ? makeApiToken(state) : null,
          service: service ? writeServiceFile(serviceCommand(terminal, chosen)) : null,
          skillsFolder: chosen.skillsFolder,
        };
      });
      const { apiToken, service: file } = data;
      if (apiToken !== null) {
        terminal.err("Copy the token of the local interface now. It won't be shown again.\n");
      }
      answer(terminal, options, {
        data,
        lines: [
          ...(apiToken === null ? [`Already set up: ${data.home}`] : [apiToken]),
          ...(file === null
            ? []
            : [`Created ${file.path}. Next:`, ...file.next.map((line) => `  ${line}`)]),
        ],
      });
      if (file !== null && (terminal.environment["LOAM_WORKER_KEY"] ?? "") !== "") {
        terminal.err(
          "The service file does not contain LOAM_WORKER_KEY, because it is a secret. Pass it to the service in another way. Without it, the service cannot read its secrets.\n",
        );
      }
    });
}

/** Keeps the operator's other settings. */
function storeAgent({ home }: WorkerConfig, agent: string): void {
  const file = join(home, SETTINGS_FILE);
  const settings: unknown = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
  const unfinished = `${file}.new`;
  writeFileSync(
    unfinished,
    `${JSON.stringify(Object.assign({}, settings, { agent }), undefined, 2)}\n`,
  );
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
}

/** Environment variables with operator settings that are passed on to the service. */
const CHOSEN = [
  "AGENT_HOME",
  "LOAM_WORKER_URL",
  "LOAM_WORKER_RUN_DAYS",
  "LOAM_WORKER_RUN_MEBIBYTES",
  "LOAM_VARIABLE_PRECEDENCE",
  "LOAM_WORKER_ISOLATION",
  "LOAM_WORKER_CONCURRENT_RUNS",
];

function serviceCommand({ environment }: Terminal, config: WorkerConfig) {
  const program = process.argv[1] ?? "";
  return {
    argv: [process.execPath, program, "worker", "start"],
    environment: {
      PATH: environment["PATH"] ?? "",
      LOAM_WORKER_HOME: config.home,
      ...Object.fromEntries(
        CHOSEN.flatMap((name) => {
          const value = environment[name] ?? "";
          return value === "" ? [] : [[name, value]];
        }),
      ),
    },
    home: environment["HOME"] ?? homedir(),
  };
}

function addRegister(worker: Command, terminal: Terminal): void {
  withJson(worker.command("register"))
    .description("Register this machine in an HQ workspace with a registration token")
    .option("--hq <url>", "URL of HQ (default: LOAM_HQ_URL, then the URL from agent-cli login)")
    .action(async ({ hq, ...options }: RegisterOptions) => {
      const data = await inWorker(terminal, async ({ config, state }) => {
        const { agent } = config;
        const hqUrl = (hq ?? hqOfCommand(config, state))?.replace(/\/+$/, "");
        if (hqUrl === undefined || !/^https?:\/\//.test(hqUrl)) {
          throw new CmsError("invalid_config", "Pass the URL of HQ: --hq https://…");
        }
        const token = (await readHidden(terminal, "Registration token:")).trim();
        const { sealer } = openSecrets(config, state);
        const { publicKey, fingerprint } = await openKeyPair(state, sealer);
        const {
          id,
          key,
          workspace,
          fingerprint: theirs,
          variablePrecedence,
        } = await registerWorker(hqUrl, {
          token,
          name: hostname(),
          publicKey,
          agent: typeof agent === "string" ? agent : agent.command[0],
          version: packageVersion(),
        });
        addLink(state, {
          workerId: id,
          hqUrl,
          workspaceId: workspace.id,
          workspaceName: workspace.name,
          ...(workspace.slug !== undefined && { workspaceSlug: workspace.slug }),
          sealedKey: sealLinkKey(sealer, id, key),
          createdAt: new Date().toISOString(),
          ...(variablePrecedence !== undefined && { variablePrecedence }),
        });
        return {
          id,
          hqUrl,
          workspace,
          fingerprint,
          matches: digits(fingerprint) === digits(theirs),
        };
      });
      if (!data.matches)
        terminal.err(
          "The fingerprint in HQ doesn't match this machine. Do not set secrets for this worker in HQ.\n",
        );
      const lines = [
        `Registered as ${data.id} in ${data.workspace.name}.`,
        `Fingerprint: ${data.fingerprint}`,
      ];
      answer(terminal, options, { data, lines });
    });
}

function digits(fingerprint: string): string {
  return fingerprint.replaceAll(/[^0-9a-f]/g, "");
}

function addStart(worker: Command, terminal: Terminal): void {
  worker
    .command("start")
    .description("Start the worker: connect to HQ and serve the local interface")
    .action(async () => {
      const config = readWorkerConfig(terminal.environment);
      const log = (message: string): void =>
        terminal.err(`${new Date().toISOString()} ${message}\n`);
      const logFault = (error: unknown): void =>
        log(error instanceof Error ? (error.stack ?? error.message) : String(error));
      const running = await startWorker(config, terminal.environment, {
        version: packageVersion(),
        log,
      });
      const stopped = Promise.withResolvers<undefined>();
      const removeStopHandler = terminal.onStop(() => stopped.resolve(undefined));
      let pruning: { close(): void } | undefined;
      let runPruning: { close(): Promise<void> } | undefined;
      try {
        const { worker: parts } = running;
        const place = { state: parts.state, skillsFolder: config.skillsFolder };
        pruning = startPruning(parts.state, {
          retentionDays: config.memoryRetentionDays,
          log: logFault,
        });
        runPruning = startRunPruning(parts, { log: logFault });
        const local = await startInterface({
          ...parts,
          listSkills: async () => listLocalSkills(place),
          readSkill: async (name) => readLocalSkill(config.skillsFolder, name),
          diagnose: async () => diagnose(parts),
          wake: running.wake,
          now: () => new Date(),
          log: logFault,
        });
        log(`listening at ${local.url}`);
        await stopped.promise;
        await local.close();
      } finally {
        removeStopHandler();
        pruning?.close();
        await runPruning?.close();
        await running.close();
      }
    });
}

function addStatus(worker: Command, terminal: Terminal): void {
  withJson(worker.command("status"))
    .description("Show registrations and runs of this machine")
    .action(async (options: JsonOption) => {
      const data = await inWorker(terminal, async ({ config, state }) => {
        const links = listLinks(state).map(({ workerId, hqUrl, workspaceId, workspaceName }) => {
          return { workerId, hqUrl, workspaceId, workspaceName };
        });
        return {
          ...endedOf(lastRevoked(state)),
          home: config.home,
          agent: config.agent,
          skillsFolder: config.skillsFolder,
          isolation: await isolationOf(config, terminal.environment),
          concurrentRuns: config.concurrentRuns,
          ...(links.length > 0 && { fingerprint: await fingerprintOf(config, state) }),
          links,
          runs: listActiveRuns(state).map(({ id, state: at, workDir = null }) => {
            return { id, state: at, workDir };
          }),
        };
      });
      answer(terminal, options, {
        data,
        lines: [
          ...(data.links.length === 0 ? [notRegistered(data.ended)] : []),
          ...columns(data.links.map((link) => [link.workerId, link.workspaceName, link.hqUrl])),
          ...(data.fingerprint === undefined ? [] : [`Fingerprint: ${data.fingerprint}`]),
          ...isolationLines(data.isolation),
          ...columns(data.runs.map((run) => [run.id, run.state, run.workDir ?? ""])),
        ],
      });
    });
}

type IsolationStatus = (IsolationFacts & { readonly meaning: string }) | { readonly fault: string };

/** An isolation level that isn't possible here doesn't prevent showing the rest. */
async function isolationOf(
  config: WorkerConfig,
  environment: Environment,
): Promise<IsolationStatus> {
  try {
    const facts = describeIsolation(await openIsolation(config, environment));
    return { ...facts, meaning: ISOLATION_MEANINGS[facts.level] };
  } catch (error) {
    if (!isCmsError(error)) throw error;
    return { fault: error.message };
  }
}

function isolationLines(isolation: IsolationStatus): readonly string[] {
  if ("fault" in isolation) return [`Isolation: ${isolation.fault}`];
  const { level, by, meaning, unavailable } = isolation;
  return [
    `Isolation: ${level} (${by}). ${meaning}`,
    ...unavailable.map(({ level: missing, reason }) => `  ${missing} is not available: ${reason}`),
  ];
}

/** Fingerprint that HQ must also show for this worker. */
async function fingerprintOf(config: WorkerConfig, state: WorkerState): Promise<string> {
  const { sealer } = openSecrets(config, state);
  const { fingerprint } = await openKeyPair(state, sealer);
  return fingerprint;
}

function addDoctor(worker: Command, terminal: Terminal): void {
  withJson(worker.command("doctor"))
    .description("Check this worker for problems and for conflicts between its projects")
    .action(async (options: JsonOption) => {
      const { findings, isolation } = await inWorker(terminal, async ({ config, state }) => {
        const { environment } = terminal;
        const secrets = openSecrets(config, state);
        return {
          findings: await diagnose({ config, secrets, environment }),
          isolation: await isolationOf(config, environment),
        };
      });
      answer(terminal, options, {
        data: { findings, isolation },
        lines: [
          ...isolationLines(isolation),
          ...(findings.length === 0
            ? ["No problems found."]
            : findings.flatMap(({ severity, id, evidence, fix }) => [
                `${severity}: ${id}`,
                ...evidence.map((line) => `  ${line}`),
                `  ${fix}`,
              ])),
        ],
      });
      const errors = findings.filter(({ severity }) => severity === "error").length;
      if (errors > 0) throw new CmsError("conflict", `${countOf(errors, "error")} found.`);
    });
}

type Ended = Pick<Link, "workspaceName" | "hqUrl">;

function endedOf(link: Link | undefined): { readonly ended?: Ended } {
  if (link === undefined) return {};
  const { workspaceName, hqUrl } = link;
  return { ended: { workspaceName, hqUrl } };
}

function notRegistered(ended: Ended | undefined): string {
  return ended === undefined
    ? "Not registered."
    : `Not registered: this worker was revoked in ${ended.workspaceName} by HQ at ${ended.hqUrl}.`;
}
