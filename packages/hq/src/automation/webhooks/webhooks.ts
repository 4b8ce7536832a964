import { basename } from "node:path";
import { createKeyedMutex } from "@loam/cms-core/lock";
import type { Logger } from "pino";
import { listSites } from "../../people/workspaces/sites.ts";
import { type Background, createBackground } from "../../platform/background.ts";
import { claimDue, releaseClaims } from "../../platform/db/claim-due.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { createEgress, type Egress } from "../../platform/egress/egress.ts";
import type { Hq } from "../../platform/hq.ts";
import type { Mailer } from "../../platform/mail/mailer.ts";
import type { Sealer } from "../../platform/secrets/sealer.ts";
import type { SiteEvents } from "../../sites/events/site-events.ts";
import type { SiteRegistry } from "../../sites/registry/site-registry.ts";
import type { SiteServices } from "../../sites/services.ts";
import { followEvents, hasEnabledWebhook } from "./follow-events.ts";
import { notifyWebhookDisabled } from "./notify-webhook-disabled.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { LANE_HOLD_MS, type LaneDeps, runLane } from "./run-lane.ts";

/** The webhooks of a running server: events of sites and their delivery. */
export interface Webhooks extends Pick<Dispatcher, "wake" | "deliverDue"> {
  readonly egress: Egress;
  readonly sealer: Sealer;
  /** Derives all new events of a site. Concurrent calls run one after the other. */
  readonly follow: (siteId: string) => Promise<void>;
  /**
   * Derives events from while no server was running, then follows all sites and delivers everything due, including
   * deliveries interrupted by a crash.
   */
  start(): Promise<void>;
  close(): Promise<void>;
}

/** Dependencies of webhook routes. */
export interface WebhookServices extends SiteServices {
  readonly webhooks: Webhooks;
}

export interface OpenWebhooks {
  readonly sites: SiteRegistry;
  readonly events: Pick<SiteEvents, "announce">;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly log: Logger;
  /** @default access to public hosts and those allowed by the configuration */
  readonly egress?: Egress;
  /** @default Math.random */
  readonly random?: () => number;
}

/** Maximum delay until commits of other processes with the same database are processed. */
const SWEEP_MS = 60_000;
const SWEEPS_PER_PRUNING = 60;
/** A hanging endpoint must not keep a server from stopping. */
const CLOSE_MS = 2000;

export function openWebhooks(
  { database, config, paths, now }: Hq,
  { sites, events, sealer, mailer, log, ...options }: OpenWebhooks,
): Webhooks {
  const { egress = createEgress({ allow: config.webhookAllow }), random = Math.random } = options;
  const background = createBackground(log);
  const notifyDeps = { database, mailer, events };
  const recorder = createAttemptRecorder({
    database,
    random,
    log,
    onDisabled: (disabled) => background.run(() => notifyWebhookDisabled(notifyDeps, disabled)),
  });
  // With several processes, each has its own folder name. With SQLite there is only one process, so all earlier claims
  // are stale.
  const holder = config.database.kind === "postgres" ? `${basename(paths.node)}:` : "";
  const dispatcher = createDispatcher({ database, holder, now, log, sealer, egress, recorder });
  async function followNow(siteId: string): Promise<void> {
    const repository = sites.repository(siteId);
    if (repository === undefined) return;
    await followEvents({ database, siteId, repository, now, log });
    dispatcher.wake();
  }

  const follow = serializePerSite(followNow);

  /** Without an enabled webhook, the cursor waits for the next sweep: moving it costs an fsync. */
  async function followIfEnabled(siteId: string): Promise<void> {
    if (await hasEnabledWebhook(database, siteId)) await follow(siteId);
  }

  async function catchUp(): Promise<void> {
    await followEach(await listSites(database), { follow, log });
  }

  const stops: (() => void)[] = [];
  return {
    egress,
    sealer,
    follow,
    wake: dispatcher.wake,
    deliverDue: dispatcher.deliverDue,
    async start() {
      stops.push(sites.onMoved(({ siteId }) => background.run(() => followIfEnabled(siteId))));
      await releaseClaims(database, "webhooks", { holder, now });
      await catchUp();
      dispatcher.start();
      stops.push(
        sweepRegularly(background, { catchUp, prune: () => pruneDeliveries(database, now()) }),
      );
    },
    async close() {
      for (const stop of stops) stop();
      await background.idle();
      const cut = setTimeout(() => void egress.close(), CLOSE_MS);
      await dispatcher.close();
      clearTimeout(cut);
      await background.idle();
      await egress.close();
    },
  };
}

/** An error in one site must not block the others. */
async function followEach(
  sites: readonly { readonly id: string }[],
  { follow, log }: Pick<Webhooks, "follow"> & Pick<OpenWebhooks, "log">,
): Promise<void> {
  for (const { id } of sites) {
    try {
      await follow(id);
    } catch (error) {
      log.error({ err: error, siteId: id }, "the events of a site cannot be determined");
    }
  }
}

/** Runs work for a site after earlier work is finished. Calls made in the meantime share the next run. */
function serializePerSite(
  work: (siteId: string) => Promise<void>,
): (siteId: string) => Promise<void> {
  const mutex = createKeyedMutex<string>();
  const next = new Map<string, Promise<void>>();
  return (siteId) => {
    const queued =
      next.get(siteId) ??
      mutex.run(siteId, async () => {
        next.delete(siteId);
        await work(siteId);
      });
    next.set(siteId, queued);
    return queued;
  };
}

/** @returns a function that stops it */
function sweepRegularly(
  background: Background,
  { catchUp, prune }: Readonly<Record<"catchUp" | "prune", () => Promise<void>>>,
): () => void {
  let sweeps = 0;
  const timer = setInterval(() => {
    background.run(catchUp);
    if (sweeps % SWEEPS_PER_PRUNING === 0) background.run(prune);
    sweeps += 1;
  }, SWEEP_MS).unref();
  return () => clearInterval(timer);
}

/** Processes the queue of each endpoint independently. */
interface Dispatcher {
  /** Checks for due deliveries immediately. */
  readonly wake: () => void;
  /** Delivers until nothing is due. */
  readonly deliverDue: () => Promise<void>;
  /** Starts delivering everything that becomes due. */
  start(): void;
  /** Starts nothing new and waits for attempts in progress. */
  close(): Promise<void>;
}

/** Maximum number of endpoints served at the same time. This many can hang before others must wait. */
const MAX_LANES = 256;
/** Maximum delay until deliveries queued by another process are seen. */
const POLL_EVERY_MS = 1000;

interface DispatcherDeps extends Omit<LaneDeps, "stopping"> {
  /** As in `claimDue`. */
  readonly holder: string;
  readonly log: Logger;
}

function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { database, holder, now, log } = deps;
  const stopping = new AbortController();
  const lanes = new Set<Promise<void>>();
  let awake = Promise.withResolvers<void>();
  let looking: Promise<void> | undefined;

  /** @returns whether anything was due */
  async function startLanes(): Promise<boolean> {
    const limit = MAX_LANES - lanes.size;
    if (limit <= 0 || !(await isDue(deps))) return false;
    const options = { holder, limit, holdMs: LANE_HOLD_MS, now };
    const claimed = await claimDue(database, "webhooks", options);
    for (const webhook of claimed) {
      const lane = runLane({ ...deps, stopping: stopping.signal }, webhook)
        .catch((error: unknown) => {
          // The claim expires, and the queue continues from there.
          log.error(
            { err: error, webhookId: webhook.id },
            "deliveries of a webhook were interrupted",
          );
        })
        .finally(() => {
          lanes.delete(lane);
          awake.resolve();
        });
      lanes.add(lane);
    }
    return claimed.length > 0;
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      awake = Promise.withResolvers();
      try {
        await startLanes();
      } catch (error) {
        log.error({ err: error }, "due webhooks cannot be read");
      }
      const timer = setTimeout(awake.resolve, POLL_EVERY_MS);
      await awake.promise;
      clearTimeout(timer);
    }
  }

  return {
    wake: () => awake.resolve(),
    async deliverDue() {
      while ((await startLanes()) || lanes.size > 0) await Promise.all(lanes);
    },
    start: () => void (looking ??= poll()),
    async close() {
      stopping.abort();
      awake.resolve();
      await looking;
      await Promise.all(lanes);
    },
  };
}

/** Read-only check, because usually nothing is due. */
async function isDue({ database, now }: Pick<LaneDeps, "database" | "now">): Promise<boolean> {
  const due = await database
    .selectFrom("webhooks")
    .select("id")
    .where("due_at", "<=", now().toISOString())
    .limit(1)
    .executeTakeFirst();
  return due !== undefined;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Deletes deliveries that ended thirty days ago, with their attempts, and events without deliveries. */
async function pruneDeliveries(database: ControlDatabase, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS).toISOString();
  await database
    .deleteFrom("webhook_deliveries")
    .where("created_at", "<", before)
    .where("status", "!=", "pending")
    .execute();
  await database
    .deleteFrom("webhook_events")
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("webhook_deliveries")
            .select("webhook_deliveries.id")
            .whereRef("event_id", "=", "webhook_events.id"),
        ),
      ),
    )
    .execute();
}
