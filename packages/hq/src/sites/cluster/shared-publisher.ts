import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { coalesce, createMutex } from "@loam/cms-core/lock";
import {
  advanceToCommit,
  emptyLiveSite,
  type FollowReport,
  type LiveSite,
  publicFilesStand,
  type Publisher,
  PUBLISHED_REF,
  type PublicFiles,
  readCopies,
  readStandingCommit,
} from "@loam/cms-core/publish";
import { publishedHead } from "@loam/cms-core/site";
import { type HeldLease, holdLease, withLease } from "../../platform/db/leases.ts";
import type { Hq } from "../../platform/hq.ts";
import {
  createSitePublisher,
  type PublishedRepository,
  publishedPlace,
  publisherLease,
  type SitePublisherOptions,
} from "../publisher/site-publisher.ts";

/** How long a dead process blocks others from writing a site's files. */
const LEASE_MS = 10_000;
/** How long a process without work keeps the lease. */
const IDLE_MS = 3000;
/** Longer than the lease of a dead process. */
const WAIT_MS = 15_000;
const RETRY_MS = 50;
/**
 * Number of past states that are kept, because the existing files can match any of them when this process starts to
 * write.
 */
const KEPT_STATES = 8;

export interface FollowOptions {
  /** Whether to wait for the files if another process writes them. @default true */
  readonly patient?: boolean;
}

/** The publisher of a site in one of several processes, or in the only one. */
export interface SitePublisher {
  follow(options?: FollowOptions): Promise<FollowReport>;
  live(): LiveSite;
  /** Whether the live state in memory and the public files are up to date with `published`. */
  settled(): Promise<boolean>;
  /**
   * Checks whether existing public files have disappeared, for example because an empty folder was mounted. `follow`
   * then writes all of them. @throws CmsError `storage_failed` if that cannot be determined
   */
  areLost(): Promise<boolean>;
  /** Removes the live state. @returns whether all files are removed; otherwise it must be called again */
  withdraw(options?: FollowOptions): Promise<boolean>;
  /** Runs other work on the files while no one writes them. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Writer {
  readonly lease: HeldLease;
  readonly publisher: Publisher;
}

/**
 * The publisher of a site that is open in several processes. Only the holder of the lease writes the files. The others
 * follow `published` in memory and take over if the files fall behind.
 */
export class SharedPublisher implements SitePublisher {
  readonly #hq: Hq;
  readonly #site: PublishedRepository;
  readonly #options: SitePublisherOptions;
  #recent: readonly LiveSite[];
  #writer: Writer | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The last commit whose files are known to be written. */
  #writtenCommit: string | undefined;
  /** Whether this process wrote while it might have lost the lease. Existing files are then not trusted. */
  #distrusted = false;
  readonly #mutex = createMutex();
  readonly #followPatiently = coalesce(this.#mutex, () => this.#follow(WAIT_MS));

  constructor(hq: Hq, site: PublishedRepository, options: SitePublisherOptions) {
    this.#hq = hq;
    this.#site = site;
    this.#options = options;
    this.#recent = [emptyLiveSite(this.#place().publicUrl)];
  }

  live(): LiveSite {
    const [live] = this.#recent;
    return live ?? emptyLiveSite(this.#place().publicUrl);
  }

  async settled(): Promise<boolean> {
    const head = await this.#site.repository.resolveRef(PUBLISHED_REF);
    return head === this.#writtenCommit && head === this.live().commit && !this.#distrusted;
  }

  follow({ patient = true }: FollowOptions = {}): Promise<FollowReport> {
    return patient ? this.#followPatiently() : this.#mutex.run(() => this.#follow(0));
  }

  /** Another process might be writing files of another commit, but no files at all always means that they were lost. */
  areLost(): Promise<boolean> {
    return this.#mutex.run(async () => {
      if (this.#writtenCommit === undefined || this.live().commit === undefined) return false;
      if ((await readStandingCommit(this.#publicFiles())) !== undefined) return false;
      await this.#release();
      this.#writtenCommit = undefined;
      this.#distrusted = true;
      return true;
    });
  }

  withdraw({ patient = true }: FollowOptions = {}): Promise<boolean> {
    return this.#mutex.run(async () => {
      this.#recent = [emptyLiveSite(this.#place().publicUrl)];
      this.#writtenCommit = undefined;
      const writer = await this.#untilTrue(patient ? WAIT_MS : 0, () => this.#write());
      if (writer === undefined) return false;
      await this.#guarded(() => writer.publisher.withdraw());
      await this.#release();
      return !this.#distrusted;
    });
  }

  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.#mutex.run(async () => {
      await this.#release();
      return withLease(this.#hq.database, publisherLease(this.#site.siteId), work);
    });
  }

  close(): Promise<void> {
    return this.#mutex.run(() => this.#release());
  }

  /** Reports unfinished work instead of failing: the commit exists, and any process that can writes its files. */
  async #follow(patienceMs: number): Promise<FollowReport> {
    const report = await this.#untilTrue(patienceMs, () => this.#step());
    const nothing = { to: this.live().commit, full: false, written: 0, removed: 0 };
    if (report !== undefined || patienceMs === 0) return report ?? { ...nothing, problems: [] };
    const message =
      "The public files are not written yet because the process that writes them is slow.";
    return { ...nothing, problems: [{ code: "unavailable", message }] };
  }

  async #untilTrue<T>(ms: number, attempt: () => Promise<T | undefined>): Promise<T | undefined> {
    const deadline = performance.now() + ms;
    for (;;) {
      const done = await attempt();
      if (done !== undefined || performance.now() >= deadline) return done;
      await delay(RETRY_MS);
    }
  }

  /** @returns undefined while the files might not be written */
  async #step(): Promise<FollowReport | undefined> {
    await this.#advance();
    const to = this.live().commit;
    const nothing = { to, full: false, written: 0, removed: 0, problems: [] };
    if (to === undefined) return nothing;
    if (await this.#areFilesWritten(to)) return nothing;
    const writer = await this.#write();
    if (writer === undefined) return undefined;
    const report = await this.#guarded(() => writer.publisher.follow());
    if (this.#distrusted) return undefined;
    this.#show(writer.publisher.live());
    this.#writtenCommit = this.live().commit;
    return report;
  }

  /** The first check after a start is made by the publisher, which compares more. */
  async #areFilesWritten(commit: string): Promise<boolean> {
    if (this.#distrusted) return false;
    if (this.#writtenCommit === commit) return true;
    if (this.#writtenCommit === undefined && (await this.#write()) !== undefined) return false;
    if (!(await publicFilesStand(commit, this.#place()))) return false;
    this.#writtenCommit = commit;
    return true;
  }

  /** Updates the live state in memory to `published`. */
  async #advance(): Promise<void> {
    try {
      await this.#advanceTo(await publishedHead(this.#site.repository));
    } catch (error) {
      // If the branch cannot be read, the public files show what is live.
      if (this.live().commit === undefined) {
        await this.#advanceTo(await readStandingCommit(this.#publicFiles()));
      }
      throw error;
    }
  }

  async #advanceTo(commit: string | undefined): Promise<void> {
    const live = this.live();
    if (commit === undefined || commit === live.commit) return;
    const despite = { readCopies: (of: string) => readCopies(this.#publicFiles(), of) };
    const { repository } = this.#site;
    this.#show((await advanceToCommit(repository, live, commit, despite)).live);
  }

  #publicFiles(): PublicFiles {
    return this.#hq.storages.readPublic(this.#site.siteId);
  }

  #show(live: LiveSite): void {
    if (live === this.live()) return;
    this.#recent = [live, ...this.#recent].slice(0, KEPT_STATES);
  }

  /** Returns the lease and its publisher, or undefined while another process has the lease. */
  async #write(): Promise<Writer | undefined> {
    clearTimeout(this.#idle);
    if (this.#writer?.lease.signal.aborted === true) await this.#release();
    this.#writer ??= await this.#begin();
    if (this.#writer !== undefined) {
      this.#idle = setTimeout(() => {
        this.#mutex.run(() => this.#release()).catch(() => undefined);
      }, IDLE_MS).unref();
    }
    return this.#writer;
  }

  async #begin(): Promise<Writer | undefined> {
    const name = publisherLease(this.#site.siteId);
    const lease = await holdLease(this.#hq.database, name, { ttlMs: LEASE_MS });
    if (lease === undefined) return undefined;
    try {
      if (this.#distrusted) await rm(this.#place().stateFile, { force: true });
      this.#distrusted = false;
      const rendered = (commit: string): LiveSite | undefined =>
        this.#recent.find((live) => live.commit === commit);
      const site = { ...this.#site, rendered };
      return { lease, publisher: await createSitePublisher(this.#hq, site, this.#options) };
    } catch (error) {
      await lease.release();
      throw error;
    }
  }

  /** Writes after the lease was lost might have replaced newer files. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#release();
      throw error;
    } finally {
      if (this.#writer?.lease.signal.aborted === true) {
        this.#distrusted = true;
        this.#writtenCommit = undefined;
      }
    }
  }

  async #release(): Promise<void> {
    clearTimeout(this.#idle);
    const writer = this.#writer;
    this.#writer = undefined;
    if (writer === undefined) return;
    try {
      await writer.publisher.close();
    } finally {
      await writer.lease.release();
    }
  }

  #place(): ReturnType<typeof publishedPlace> {
    return publishedPlace(this.#hq, this.#site.siteId, this.#options);
  }
}

/**
 * The publisher of a site in the only process, which no one else moves. Opens the storage on first use, and retries if
 * that fails.
 */
export class OnlyPublisher implements SitePublisher {
  readonly #open: () => Promise<Publisher>;
  readonly #nothing: LiveSite;
  #opening: Promise<Publisher> | undefined;
  #publisher: Publisher | undefined;

  constructor(hq: Hq, site: PublishedRepository, options: SitePublisherOptions) {
    this.#open = () => createSitePublisher(hq, site, options);
    this.#nothing = emptyLiveSite(publishedPlace(hq, site.siteId, options).publicUrl);
  }

  live(): LiveSite {
    return this.#publisher?.live() ?? this.#nothing;
  }

  async follow(): Promise<FollowReport> {
    return (await this.#opened()).follow();
  }

  settled(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async areLost(): Promise<boolean> {
    return (await this.#publisher?.areLost()) === true;
  }

  async withdraw(): Promise<boolean> {
    await (await this.#opened()).withdraw();
    return true;
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    return (await this.#opened()).alone(work);
  }

  async close(): Promise<void> {
    await this.#publisher?.close();
  }

  async #opened(): Promise<Publisher> {
    this.#opening ??= this.#open();
    try {
      this.#publisher = await this.#opening;
      return this.#publisher;
    } catch (error) {
      this.#opening = undefined;
      throw error;
    }
  }
}
