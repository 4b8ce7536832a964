import { EventEmitter } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { CmsError, isCmsError } from "@loam/cms-core";
import { copyBackLogins, removeRunFolder } from "../isolation/box-home.ts";
import { endControlGroup } from "../isolation/control-group.ts";
import { readLocalSkill } from "../skills/local-skills.ts";
import {
  addRun,
  changeRun,
  listActiveRuns,
  readRun,
  type RunChange,
  type RunRow,
} from "../state/runs.ts";
import { localPrecedence } from "../variables/local-precedence.ts";
import { performRun, runFolder, type RunServices, describeUnmet } from "./perform-run.ts";
import {
  identifyProcess,
  isSameProcess,
  killStrays,
  type ProcessIdentity,
  signalGroup,
} from "./process-tree.ts";
import { claimRun, findClaim, releaseRun } from "./run-claims.ts";
import { followLog, type LogBell } from "./run-log.ts";
import { orderOf, parseRunOrder, type RunOrder } from "./run-order.ts";
import { createTurns, type RunTurns } from "./run-turns.ts";
import type { LogPart, Run, Runner, RunRequest } from "./runner.ts";

interface RunnerOptions {
  /** Called whenever the state of a run of this process changes. */
  readonly changed?: (run: RunRow) => void;
  readonly logAdded?: (runId: string) => void;
}

interface Active {
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

const KEEP_AGAIN_MS = 1000;

/** Runs skills in one process, which holds the runner until `close`. */
export class LocalRunner implements Runner {
  readonly #services: RunServices;
  readonly #options: RunnerOptions;
  readonly #active = new Map<string, Active>();
  readonly #bell: LogBell = new EventEmitter();
  readonly #closing = new AbortController();
  readonly #owner = identifyProcess(process.pid);
  readonly #turns: RunTurns;

  constructor(services: RunServices, options: RunnerOptions = {}) {
    this.#services = services;
    this.#turns = createTurns(services.state, services.config.concurrentRuns);
    this.#options = options;
    this.#bell.setMaxListeners(0);
  }

  async startRun(request: RunRequest): Promise<Run> {
    const { config, state, check, isolation } = this.#services;
    // If runs cannot be isolated as configured, none is accepted.
    await isolation();
    const order = orderOf(request, localPrecedence({ config, state }, request.workspaceId));
    readLocalSkill(config.skillsFolder, order.skill.name);
    const { ready, items } = await check(order, this.#closing.signal);
    if (!ready) throw requirementsUnmet(order, items);
    state.write(() => this.takeOn(order));
    this.#begin(order, true);
    return this.#describe(order.id);
  }

  /** Stores an order, of HQ if `workerId` is set; a second one with the same id changes nothing. `resume` starts it. */
  takeOn(order: RunOrder, workerId?: string): void {
    const isNew = addRun(this.#services.state, {
      id: order.id,
      state: "queued",
      ...(workerId !== undefined && { workerId }),
      request: JSON.stringify(order),
      workspaceId: order.workspaceId,
      ...(order.projectId !== undefined && { projectId: order.projectId }),
      items: "[]",
      createdAt: new Date().toISOString(),
    });
    if (isNew) claimRun(this.#services.state, order.id, this.#owner);
  }

  getRun(id: string): Run | undefined {
    return readRun(this.#services.state, id) === undefined ? undefined : this.#describe(id);
  }

  listRuns(): readonly Run[] {
    const active = listActiveRuns(this.#services.state);
    return active.map((row) => describeRun(row, active));
  }

  readLog(
    id: string,
    { from, signal }: { readonly from: number; readonly signal: AbortSignal },
  ): AsyncIterable<LogPart> {
    this.#row(id);
    const hasEnded = (): boolean => !this.#active.has(id) && this.#row(id).endedAt !== undefined;
    return followLog({ path: this.logPath(id), from, hasEnded, bell: this.#bell, id, signal });
  }

  /** Path of a run's masked log, whether or not it exists. */
  logPath(id: string): string {
    return join(this.#services.config.home, "runs", `${id}.log`);
  }

  async cancelRun(id: string): Promise<Run> {
    // No one else ends the processes that a killed worker left.
    await this.#settle(id);
    const work = this.#active.get(id);
    if (work === undefined && this.#row(id).endedAt === undefined) {
      throw new CmsError(
        "conflict",
        `Another process is executing the run ${id}. Cancel it there.`,
      );
    }
    work?.abort.abort("cancelled");
    await this.ended(id);
    return this.#describe(id);
  }

  /** Waits for the end of a run of this process. @throws CmsError `not_found` */
  async ended(id: string): Promise<RunRow> {
    await this.#active.get(id)?.done;
    return this.#row(id);
  }

  /** Starts accepted runs, and recovers those of killed processes. */
  async resume(): Promise<void> {
    for (const { id } of listActiveRuns(this.#services.state)) await this.#settle(id);
  }

  /** Ends every run of this process as lost, and waits for them. */
  async close(): Promise<void> {
    this.#closing.abort();
    const under = [...this.#active.values()];
    for (const { abort } of under) abort.abort("lost");
    await Promise.all(under.map(async ({ done }) => done));
  }

  #row(id: string): RunRow {
    const row = readRun(this.#services.state, id);
    if (row !== undefined) return row;
    throw new CmsError("not_found", `There is no run ${id.slice(0, 64)}.`);
  }

  #describe(id: string): Run {
    return describeRun(this.#row(id), listActiveRuns(this.#services.state));
  }

  #tell(id: string): void {
    this.#bell.emit(id);
    this.#options.changed?.(this.#row(id));
  }

  #begin(order: RunOrder, isChecked: boolean): void {
    const { id } = order;
    const abort = new AbortController();
    const logAdded = (): void => {
      this.#bell.emit(id);
      this.#options.logAdded?.(id);
    };
    const work = {
      order,
      signal: abort.signal,
      isChecked,
      turns: this.#turns,
      logPath: this.logPath(id),
      logAdded,
      changed: () => this.#tell(id),
    };
    this.#turns.arrive(id);
    const done = performRun(this.#services, work)
      .catch((error: unknown): RunChange | undefined => {
        const reason = error instanceof Error ? error.message : String(error);
        return { state: "failed", reason, endedAt: new Date().toISOString() };
      })
      .then(async (end) => this.#keepEnd(id, end))
      .finally(() => {
        this.#active.delete(id);
        this.#turns.leave(id);
        this.#bell.emit(id);
      });
    this.#active.set(id, { abort, done });
  }

  /**
   * Stores how a run ended. While the disk accepts nothing, which only the operator can fix, it retries. If the worker
   * is closed before that, it finds the run lost on the next start.
   */
  async #keepEnd(id: string, end: RunChange | undefined): Promise<void> {
    const { state } = this.#services;
    while (true) {
      try {
        state.write(() => {
          if (end !== undefined) changeRun(state, id, end);
          releaseRun(state, id);
        });
        if (end !== undefined) this.#tell(id);
        return;
      } catch (error) {
        if (!isCmsError(error)) throw error;
        if (this.#closing.signal.aborted) return;
        const { signal } = this.#closing;
        await wait(KEEP_AGAIN_MS, undefined, { signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Starts a run that was never started and has no owner. One that had started is lost, and its processes are ended.
   */
  async #settle(id: string): Promise<void> {
    const { state } = this.#services;
    // The current state: it may have started and ended while others were recovered.
    const row = this.#row(id);
    if (this.#active.has(id) || row.endedAt !== undefined) return;
    const claim = findClaim(state, id);
    const isOurs = claim !== undefined && isSame(claim.owner, this.#owner);
    if (claim !== undefined && !isOurs && isSameProcess(claim.owner)) return;
    if (row.state === "queued") {
      claimRun(state, row.id, this.#owner);
      this.#begin(parseRunOrder(JSON.parse(row.request)), false);
      return;
    }
    if (claim?.child !== undefined && isSameProcess(claim.child)) {
      signalGroup(claim.child.pid, "SIGKILL");
    }
    await this.#endRest(row.id);
    changeRun(state, row.id, {
      state: "lost",
      reason: "The worker stopped during the run. It is not started again.",
      endedAt: new Date().toISOString(),
    });
    releaseRun(state, row.id);
    this.#tell(row.id);
  }

  /** For a run whose worker was killed: ends remaining processes and removes leftovers on the disk. */
  async #endRest(id: string): Promise<void> {
    const { config, isolation } = this.#services;
    const { confinement } = await isolation();
    if (confinement.by === "cgroup") await endControlGroup(confinement.folder, id);
    await killStrays(id);
    const folder = runFolder(config, id);
    copyBackLogins(folder);
    await removeRunFolder(folder);
  }
}

function isSame(one: ProcessIdentity, other: ProcessIdentity): boolean {
  return one.pid === other.pid && one.start === other.start && one.boot === other.boot;
}

function requirementsUnmet(
  order: RunOrder,
  items: Awaited<ReturnType<RunServices["check"]>>["items"],
): CmsError {
  const missing = items.filter(({ status }) => status !== "ok");
  return new CmsError("requirements_unmet", describeUnmet(order, items), {
    issues: missing.map(({ kind, name, detail }) => ({
      code: "requirements_unmet",
      message: detail ?? `${kind} ${name} is missing.`,
      field: name,
    })),
    details: { items },
  });
}

function describeRun(row: RunRow, active: readonly RunRow[]): Run {
  const queued = active.filter(({ state }) => state === "queued").map(({ id }) => id);
  const { skill } = parseRunOrder(JSON.parse(row.request));
  return {
    id: row.id,
    state: row.state,
    skill,
    workspaceId: row.workspaceId,
    projectId: row.projectId ?? null,
    workDir: row.workDir ?? null,
    exitCode: row.exitCode ?? null,
    reason: row.reason ?? null,
    createdAt: row.createdAt,
    startedAt: row.startedAt ?? null,
    endedAt: row.endedAt ?? null,
    runsBefore: row.state === "queued" ? queued.indexOf(row.id) : null,
  };
}
