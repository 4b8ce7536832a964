import type { CommitEvents } from "@loam/cms-core/history";
import { siteEvents } from "@loam/cms-core/history";
import { createMutex } from "@loam/cms-core/lock";
import type { Logger } from "pino";
import type { SiteContent } from "../registry/site-content.ts";
import { commitMessages, type LiveMessage, type Position } from "./live-message.ts";

/** A listener for a site's events. */
export interface SiteListener {
  readonly take: (messages: readonly LiveMessage[]) => void;
  /** Called when the site is deleted or the server shuts down. */
  readonly end: () => void;
}

/** Reloading is less work than catching up with more commits. */
const MAX_COMMITS = 200;

/** The events of one site, computed once for all listeners. Work runs sequentially. */
export class SiteChannel {
  readonly #content: SiteContent;
  readonly #log: Logger;
  readonly #listeners = new Set<SiteListener>();
  /** Listeners that have received what they missed. */
  readonly #joined = new WeakSet<SiteListener>();
  /** The position that every listener has reached. */
  #position: Position;
  readonly #mutex = createMutex();

  constructor(content: SiteContent, { at, log }: { readonly at: Position; readonly log: Logger }) {
    this.#content = content;
    this.#position = at;
    this.#log = log;
  }

  get isEmpty(): boolean {
    return this.#listeners.size === 0;
  }

  /** Sends a new listener what it missed since the position `since`, then all new events. */
  join(listener: SiteListener, since: Position | "lost" | undefined): void {
    this.#listeners.add(listener);
    // Queued, so that new events follow the missed ones.
    this.#afterOthers(async () => {
      const at = this.#position;
      const missed =
        since === undefined ? [] : since === "lost" ? [lost(at)] : await this.#between(since, at);
      listener.take([...missed, { event: "ready", at, data: { ...at } }]);
      this.#joined.add(listener);
    });
  }

  leave(listener: SiteListener): void {
    this.#listeners.delete(listener);
  }

  /** Sends all listeners what happened until this position. */
  advance(to: Position): void {
    this.#afterOthers(async () => {
      const from = this.#position;
      if (from.main === to.main && from.published === to.published) return;
      const messages = await this.#between(from, to);
      this.#position = to;
      this.send(messages);
    });
  }

  send(messages: readonly LiveMessage[]): void {
    if (messages.length === 0) return;
    for (const listener of this.#listeners) {
      if (this.#joined.has(listener)) listener.take(messages);
    }
  }

  end(): void {
    for (const listener of this.#listeners) listener.end();
    this.#listeners.clear();
  }

  #afterOthers(work: () => Promise<void>): void {
    void this.#mutex.run(async () => {
      // The listeners might have left in the meantime.
      if (!this.isEmpty) await work();
    });
  }

  async #between(from: Position, to: Position): Promise<readonly LiveMessage[]> {
    try {
      return (await this.#read(from, to)) ?? [lost(to)];
    } catch (error) {
      this.#log.warn({ err: error }, "the events of a site could not be determined");
      return [lost(to)];
    }
  }

  async #read(from: Position, to: Position): Promise<readonly LiveMessage[] | undefined> {
    const main = await this.#commits("main", from.main, to.main);
    const published = await this.#commits("published", from.published, to.published);
    if (main === undefined || published === undefined) return undefined;
    let at = from;
    return [...main, ...published].flatMap((commit) => {
      at = { ...at, [commit.branch]: commit.commit };
      return commitMessages(commit, at);
    });
  }

  async #commits(
    branch: CommitEvents["branch"],
    from: string | undefined,
    to: string | undefined,
  ): Promise<readonly CommitEvents[] | undefined> {
    if (from === to) return [];
    if (to === undefined) return undefined;
    const { repository, site } = this.#content.store;
    return siteEvents(repository, { branch, from, to, site: site(), limit: MAX_COMMITS });
  }
}

function lost(at: Position): LiveMessage {
  return { event: "reset", at, data: {} };
}
