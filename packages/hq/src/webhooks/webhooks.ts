import { createKeyedMutex } from "@loam/cms-core/lock";
import type { Logger } from "pino";
import { type Background, createBackground } from "../background.ts";
import { createEgress, type Egress } from "../egress/egress.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { Hq } from "../open-hq.ts";
import type { Sealer } from "../secrets/sealer.ts";
import type { SiteRegistry } from "../sites/site-registry.ts";
import { listSites } from "../sites/sites.ts";
import { createDispatcher, type Dispatcher } from "./dispatcher.ts";
import { followEvents, isHeard } from "./follow-events.ts";
import { pruneDeliveries } from "./prune-deliveries.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { tellDisabled } from "./tell-disabled.ts";

/** The webhooks of a running server: what happens at sites, and the way to those who want to know. */
export interface Webhooks extends Pick<Dispatcher, "wake" | "deliverDue"> {
  readonly egress: Egress;
  readonly sealer: Sealer;
  /** Derives what happened at a site until now. Calls at one time come one after the other. */
  readonly follow: (siteId: string) => Promise<void>;
  /** Derives what happened while no server ran, then follows each site and delivers what gets due. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export interface OpenWebhooks {
  readonly sites: SiteRegistry;
  readonly sealer: Sealer;
  readonly mailer: Mailer;
  readonly log: Logger;
  /** @default to public addresses, and those that the configuration allows */
  readonly egress?: Egress;
  /** @default Math.random */
  readonly random?: () => number;
}

/** With another process at the same database, its commits are followed by then at the latest. */
const SWEEP_MS = 60_000;
const SWEEPS_PER_PRUNING = 60;
/** A receiver that hangs does not keep a server from stopping. */
const CLOSE_MS = 2000;

export function openWebhooks(
  { database, config, now }: Hq,
  {
    sites,
    sealer,
    mailer,
    log,
    egress = createEgress({ allow: config.webhookAllow }),
    random = Math.random,
  }: OpenWebhooks,
): Webhooks {
  const background = createBackground(log);
  const recorder = createAttemptRecorder({
    database,
    random,
    log,
    onDisabled: (disabled) => background.run(() => tellDisabled({ database, mailer }, disabled)),
  });
  const dispatcher = createDispatcher({ database, now, log, sealer, egress, recorder });
  async function followNow(siteId: string): Promise<void> {
    const repository = sites.repository(siteId);
    if (repository === undefined) return;
    await followEvents({ database, siteId, repository, now, log });
    dispatcher.wake();
  }

  const follow = oneAtATime(followNow);

  /** Where nobody listens the cursor can wait for the next sweep: moving it is a sync of the disk. */
  async function followHeard(siteId: string): Promise<void> {
    if (await isHeard(database, siteId)) await follow(siteId);
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
      stops.push(sites.onMoved(({ siteId }) => background.run(() => followHeard(siteId))));
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

/** A site whose events cannot be derived keeps nobody else's back. */
async function followEach(
  sites: readonly { readonly id: string }[],
  { follow, log }: Pick<Webhooks, "follow"> & Pick<OpenWebhooks, "log">,
): Promise<void> {
  for (const { id } of sites) {
    try {
      await follow(id);
    } catch (error) {
      log.error({ err: error, siteId: id }, "the events of a site cannot be derived");
    }
  }
}

/** Does work for a site when what was asked for before is done; calls made meanwhile share the next time. */
function oneAtATime(work: (siteId: string) => Promise<void>): (siteId: string) => Promise<void> {
  const mutex = createKeyedMutex<string>();
  const next = new Map<string, Promise<void>>();
  return (siteId) => {
    const asked =
      next.get(siteId) ??
      mutex.run(siteId, async () => {
        next.delete(siteId);
        await work(siteId);
      });
    next.set(siteId, asked);
    return asked;
  };
}

/** @returns how to stop it */
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
