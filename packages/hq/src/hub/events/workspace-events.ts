import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { SkillStore } from "../skills/skill-store.ts";
import { diffSnapshots, type WorkspaceEvent } from "./diff-snapshots.ts";
import { type WorkspaceSnapshot, takeSnapshot, type SnapshotDeps } from "./take-snapshot.ts";

/** A client that follows a workspace. */
interface WorkspaceListener {
  readonly take: (events: readonly WorkspaceEvent[]) => void;
  /** Called when the server shuts down. */
  readonly end: () => void;
}

/** Live events of workspaces. Only workspaces with listeners are polled. */
export interface WorkspaceEvents {
  /**
   * Notifies a listener of future events.
   *
   * @returns a function that unsubscribes
   * @throws CmsError `unavailable`
   */
  listen(workspaceId: string, listener: WorkspaceListener): Promise<() => void>;
  /** Ends all streams and rejects new listeners. */
  close(): Promise<void>;
}

interface EventDeps extends SnapshotDeps {
  readonly skills: SkillRepositories;
  readonly log: Logger;
}

/**
 * Polled instead of pushed, so that events are detected regardless of which process caused them, how, and whether it
 * was killed.
 */
const POLL_EVERY_MS = 1000;

export function createWorkspaceEvents(deps: EventDeps): WorkspaceEvents {
  const pollers = new Map<string, WorkspacePoller>();
  let isClosed = false;

  return {
    async listen(workspaceId, listener) {
      const store = await deps.skills.of(workspaceId);
      if (isClosed) throw new CmsError("unavailable", "The server is stopping.");
      const poller = pollers.get(workspaceId) ?? new WorkspacePoller(deps, { workspaceId, store });
      pollers.set(workspaceId, poller);
      const stop = (): void => {
        poller.listeners.delete(listener);
        if (poller.listeners.size > 0) return;
        poller.stop();
        if (pollers.get(workspaceId) === poller) pollers.delete(workspaceId);
      };
      poller.listeners.add(listener);
      try {
        await poller.started;
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
    async close() {
      isClosed = true;
      const ended = [...pollers.values()];
      pollers.clear();
      for (const poller of ended) {
        poller.stop();
        for (const { end } of poller.listeners) end();
      }
      await Promise.all(ended.map(async ({ polling }) => polling));
    },
  };
}

/** Polls one workspace for all its listeners. */
class WorkspacePoller {
  readonly listeners = new Set<WorkspaceListener>();
  /** Resolves when the initial state is known. All later changes are reported. */
  readonly started: Promise<void>;
  /** The current or last poll. */
  polling: Promise<void>;
  readonly #deps: EventDeps;
  readonly #place: { readonly workspaceId: string; readonly store: SkillStore };
  #last: WorkspaceSnapshot | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    deps: EventDeps,
    place: { readonly workspaceId: string; readonly store: SkillStore },
  ) {
    this.#deps = deps;
    this.#place = place;
    this.started = this.#poll();
    this.polling = this.started.catch(() => undefined);
    void this.polling.then(() => this.#pollLater());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #pollLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.polling = this.#poll().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "the events of a workspace could not be read");
      });
      void this.polling.then(() => this.#pollLater());
    }, POLL_EVERY_MS).unref();
  }

  async #poll(): Promise<void> {
    const before = this.#last;
    const after = await takeSnapshot(this.#deps, this.#place, before);
    this.#last = after;
    const events = before === undefined ? [] : diffSnapshots(before, after);
    if (events.length === 0 || this.#isStopped) return;
    for (const { take } of this.listeners) take(events);
  }
}
