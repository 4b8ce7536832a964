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

/** How long a dead process keeps others from writing a site's files. */
const LEASE_MS = 10_000;
/** How long a process with nothing to publish keeps the lease. */
const IDLE_MS = 3000;
/** Longer than a dead process's lease lasts. */
const PATIENCE_MS = 15_000;
const RETRY_MS = 50;
/**
 * How many past states are kept: the files may be those of any of them when this process begins to
 * write.
 */
const REMEMBERED = 8;

export interface FollowOptions {
  /** Whether to wait for the files when another process writes them. @default true */
  readonly patient?: boolean;
}

/** A publisher of one process of several, or of the only one. */
export interface SitePublisher {
  follow(options?: FollowOptions): Promise<FollowReport>;
  live(): LiveSite;
  /** Whether what is live here is up to date with `published`, and so are its files. */
  settled(): Promise<boolean>;
  /**
   * Looks whether the public files that were known to stand are lost, as where a folder was mounted empty; then `follow`
   * writes all of them. @throws CmsError `storage_failed` where it cannot be told
   */
  areLost(): Promise<boolean>;
  /** Nothing is live here from now on. @returns whether no file is left, either; otherwise it must be called again */
  withdraw(options?: FollowOptions): Promise<boolean>;
  /** Does other work on the files while nobody writes them. */
  alone<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

interface Writer {
  readonly lease: HeldLease;
  readonly publisher: Publisher;
}

/**
 * A site's publisher in each of several processes: one at a time, which holds the lease, writes the files. The others
 * follow `published` in memory, and take over when the files fall behind.
 */
export class SharedPublisher implements SitePublisher {
  readonly #hq: Hq;
  readonly #site: PublishedRepository;
  readonly #options: SitePublisherOptions;
  #recent: readonly LiveSite[];
  #writer: Writer | undefined;
  #idle: NodeJS.Timeout | undefined;
  /** The commit whose files are known to be written. */
  #standing: string | undefined;
  /** Whether this process wrote while the lease may have been another's: no file is trusted. */
  #distrusted = false;
  readonly #mutex = createMutex();
  readonly #followPatiently = coalesce(this.#mutex, () => this.#follow(PATIENCE_MS));

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
    return head === this.#standing && head === this.live().commit && !this.#distrusted;
  }

  follow({ patient = true }: FollowOptions = {}): Promise<FollowReport> {
    return patient ? this.#followPatiently() : this.#mutex.run(() => this.#follow(0));
  }

  /** Another process may be writing files of another commit; of none at all only who lost them all has none. */
  areLost(): Promise<boolean> {
    return this.#mutex.run(async () => {
      if (this.#standing === undefined || this.live().commit === undefined) return false;
      if ((await readStandingCommit(this.#publicFiles())) !== undefined) return false;
      await this.#release();
      this.#standing = undefined;
      this.#distrusted = true;
      return true;
    });
  }

  withdraw({ patient = true }: FollowOptions = {}): Promise<boolean> {
    return this.#mutex.run(async () => {
      this.#recent = [emptyLiveSite(this.#place().publicUrl)];
      this.#standing = undefined;
      const writer = await this.#untilTrue(patient ? PATIENCE_MS : 0, () => this.#write());
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

  /** What stays undone is in the report: the commit is made, and whoever can writes its files. */
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

  /** @returns undefined while the files are not known to be written */
  async #step(): Promise<FollowReport | undefined> {
    await this.#advance();
    const to = this.live().commit;
    const nothing = { to, full: false, written: 0, removed: 0, problems: [] };
    if (to === undefined) return nothing;
    if (await this.#isSeenToStand(to)) return nothing;
    const writer = await this.#write();
    if (writer === undefined) return undefined;
    const report = await this.#guarded(() => writer.publisher.follow());
    if (this.#distrusted) return undefined;
    this.#show(writer.publisher.live());
    this.#standing = this.live().commit;
    return report;
  }

  /** The first look after a start is the publisher's own, which compares more. */
  async #isSeenToStand(commit: string): Promise<boolean> {
    if (this.#distrusted) return false;
    if (this.#standing === commit) return true;
    if (this.#standing === undefined && (await this.#write()) !== undefined) return false;
    if (!(await publicFilesStand(commit, this.#place()))) return false;
    this.#standing = commit;
    return true;
  }

  /** Brings what is served from memory up to date with `published`. */
  async #advance(): Promise<void> {
    try {
      await this.#advanceTo(await publishedHead(this.#site.repository));
    } catch (error) {
      // Also where the branch cannot be read: public files say what is live.
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
    this.#recent = [live, ...this.#recent].slice(0, REMEMBERED);
  }

  /** The lease and what writes under it; undefined while another process has it. */
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

  /** What was written after the lease was lost may have replaced newer files. */
  async #guarded<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      await this.#release();
      throw error;
    } finally {
      if (this.#writer?.lease.signal.aborted === true) {
        this.#distrusted = true;
        this.#standing = undefined;
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
 * The same of the only process: nobody else moves anything. Its storage is opened when it is first used, and tried
 * again where that failed.
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
