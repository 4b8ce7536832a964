import { CmsError } from "@loam/cms-core";
import type { Logger } from "pino";
import type { SkillRepositories } from "../skills/skill-repositories.ts";
import type { SkillStore } from "../skills/skill-store.ts";
import { compareLooks, type WorkspaceEvent } from "./compare-looks.ts";
import { type Look, lookAtWorkspace, type LookDeps } from "./look-at-workspace.ts";

/** Somebody who follows a workspace. */
interface WorkspaceListener {
  readonly take: (events: readonly WorkspaceEvent[]) => void;
  /** The server goes away. */
  readonly end: () => void;
}

/** What happens in workspaces, for those who follow; nothing is looked at where nobody does. */
export interface WorkspaceEvents {
  /**
   * Tells a listener what happens from now on.
   *
   * @returns how to stop it
   * @throws CmsError `unavailable`
   */
  listen(workspaceId: string, listener: WorkspaceListener): Promise<() => void>;
  /** Ends every stream; nobody can listen any more. */
  close(): Promise<void>;
}

interface EventDeps extends LookDeps {
  readonly skills: SkillRepositories;
  readonly log: Logger;
}

/** Looked at, not told of: so it is seen whichever process did it, by whatever way, and whether or not it was killed. */
const LOOK_EVERY_MS = 1000;

export function createWorkspaceEvents(deps: EventDeps): WorkspaceEvents {
  const watches = new Map<string, Watch>();
  let isClosed = false;

  return {
    async listen(workspaceId, listener) {
      const store = await deps.skills.of(workspaceId);
      if (isClosed) throw new CmsError("unavailable", "The server is stopping.");
      const watch = watches.get(workspaceId) ?? new Watch(deps, { workspaceId, store });
      watches.set(workspaceId, watch);
      const stop = (): void => {
        watch.listeners.delete(listener);
        if (watch.listeners.size > 0) return;
        watch.stop();
        if (watches.get(workspaceId) === watch) watches.delete(workspaceId);
      };
      watch.listeners.add(listener);
      try {
        await watch.begun;
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
    async close() {
      isClosed = true;
      const ended = [...watches.values()];
      watches.clear();
      for (const watch of ended) {
        watch.stop();
        for (const { end } of watch.listeners) end();
      }
      await Promise.all(ended.map(async ({ looking }) => looking));
    },
  };
}

/** One workspace that is looked at, once for all who follow it. */
class Watch {
  readonly listeners = new Set<WorkspaceListener>();
  /** Resolves when what there was is known: whatever comes later is told. */
  readonly begun: Promise<void>;
  /** The look that is under way, or the last one. */
  looking: Promise<void>;
  readonly #deps: EventDeps;
  readonly #place: { readonly workspaceId: string; readonly store: SkillStore };
  #last: Look | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(
    deps: EventDeps,
    place: { readonly workspaceId: string; readonly store: SkillStore },
  ) {
    this.#deps = deps;
    this.#place = place;
    this.begun = this.#look();
    this.looking = this.begun.catch(() => undefined);
    void this.looking.then(() => this.#lookLater());
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
  }

  #lookLater(): void {
    if (this.#isStopped) return;
    this.#timer = setTimeout(() => {
      this.looking = this.#look().catch((error: unknown) => {
        this.#deps.log.warn({ err: error }, "the events of a workspace could not be read");
      });
      void this.looking.then(() => this.#lookLater());
    }, LOOK_EVERY_MS).unref();
  }

  async #look(): Promise<void> {
    const before = this.#last;
    const after = await lookAtWorkspace(this.#deps, this.#place, before);
    this.#last = after;
    const events = before === undefined ? [] : compareLooks(before, after);
    if (events.length === 0 || this.#isStopped) return;
    for (const { take } of this.listeners) take(events);
  }
}
