import type { ErrorCode } from "@loam/cms-core";
import { checkGit } from "@loam/cms-core/git";
import { Router } from "express";
import { sql } from "kysely";
import type { Logger } from "pino";
import { ensureFolder, PASS_THROUGH } from "../../platform/data-folder/data-folder.ts";
import type { Hq } from "../../platform/hq.ts";
import { onlyMethods } from "../../platform/http/send-problem.ts";
import { checkSpace } from "../../platform/storage/check-space.ts";
import { checkStorage } from "../../platform/storage/storages.ts";
import type { SiteWriting } from "../../sites/registry/open-site.ts";
import type { SiteTrouble, Trouble } from "../../sites/registry/site-troubles.ts";

export interface HealthDeps {
  readonly readiness: () => Promise<Readiness>;
  /** Sites of which all public files are being written. */
  readonly writing: () => readonly SiteWriting[];
}

/**
 * `/healthz`: the process responds. `/readyz`: everything that the whole process depends on works. Sites with problems
 * are listed, but don't make the process unready for the others.
 */
export function healthRoutes({ readiness, writing }: HealthDeps): Router {
  const router = Router({ strict: true });
  router.use(["/healthz", "/readyz"], onlyMethods("GET", "HEAD"));
  router.get("/healthz", (_request, response) => {
    response.set("Cache-Control", "no-store").json({ status: "ok" });
  });
  router.get("/readyz", async (_request, response) => {
    const { failing, reason, troubles } = await readiness();
    const ready = failing.length === 0;
    const written = writing();
    const full = failing.includes("disk");
    response
      .status(ready ? 200 : 503)
      .set("Cache-Control", "no-store")
      .json({
        status: ready ? "ready" : "unavailable",
        ...(failing.length > 0 && { failing }),
        ...(reason === undefined ? full && { reason: DISK_FULL } : { reason }),
        ...idsByTrouble(troubles),
        ...(troubles.length > 0 && { sites: troubles }),
        ...(written.length > 0 && { writing: written }),
      });
  });
  return router;
}

/** Returns the ids of sites by problem. */
function idsByTrouble(troubles: readonly SiteTrouble[]): Partial<Record<Trouble, string[]>> {
  const groups = Map.groupBy(troubles, ({ trouble }) => trouble);
  return Object.fromEntries(
    [...groups].map(([trouble, found]) => [trouble, found.map(({ site }) => site)]),
  );
}

/** Parts that HQ requires. */
export const PARTS = ["database", "git", "disk", "public-storage", "media-storage"] as const;
type Part = (typeof PARTS)[number];

/** The failing parts. Reasons are only in the log, because they contain locations. */
export interface Readiness {
  readonly failing: readonly Part[];
  /** Error code of the control database, if it cannot be used until HQ is restarted. */
  readonly reason?: ErrorCode;
  /** Problems of individual sites. */
  readonly troubles: readonly SiteTrouble[];
}

const DISK_FULL =
  "The disk is nearly full. HQ will soon reject saves, uploads, and publishes. Free space where data, public files, or media are stored.";

/** More frequent requests get the cached result, because checking a bucket is a network request. */
const KEPT_MS = 5000;
const TIMEOUT_MS = 3000;

interface ReadinessOptions {
  readonly log: Logger;
  readonly siteTroubles: () => Promise<readonly SiteTrouble[]>;
  /** @default 64 MiB */
  readonly minFreeBytes?: number;
}

/**
 * Creates a check of all dependencies that runs at most every five seconds. A missing database is detected immediately.
 */
export function createReadiness(
  hq: Pick<Hq, "database" | "databaseWatch" | "config">,
  { log, siteTroubles, minFreeBytes }: ReadinessOptions,
): () => Promise<Readiness> {
  const { database, databaseWatch, config } = hq;
  const checks: Readonly<Record<Part, () => Promise<unknown>>> = {
    async database() {
      databaseWatch.requireIntact();
      await sql`select 1`.execute(database);
    },
    git: checkGit,
    disk: () => checkSpace(config, minFreeBytes),
    "public-storage": async () => {
      // A removed folder is created again, as on start.
      if (config.publicStorage.kind === "folder")
        ensureFolder(config.publicStorage.folder, PASS_THROUGH);
      await checkStorage(config.publicStorage, config);
    },
    "media-storage": () => checkStorage(config.mediaStorage, config),
  };
  // Frequent checks must not fill the log with known problems.
  const loggedParts = new Set<Part>();
  let cached: { readonly until: number; readonly found: Promise<Readiness> } | undefined;

  async function fails([part, check]: readonly [Part, () => Promise<unknown>]): Promise<
    readonly Part[]
  > {
    try {
      await inTime(check);
      if (loggedParts.delete(part)) log.info({ part }, "a part of HQ works again");
      return [];
    } catch (error) {
      if (!loggedParts.has(part)) log.warn({ err: error, part }, "a part of HQ does not work");
      loggedParts.add(part);
      return [part];
    }
  }

  return async () => {
    if (cached === undefined || performance.now() >= cached.until) {
      const parts = PARTS.map((part) => [part, checks[part]] as const);
      const found = Promise.all([Promise.all(parts.map(fails)), siteTroubles()]).then(
        ([failing, troubles]) => ({ failing: failing.flat(), troubles }),
      );
      cached = { until: performance.now() + KEPT_MS, found };
    }
    const { failing, troubles } = await cached.found;
    const reason = databaseWatch.failure()?.code;
    if (reason === undefined) return { failing, troubles };
    const others = failing.filter((part) => part !== "database");
    return { failing: ["database", ...others], reason, troubles };
  };
}

async function inTime(check: () => Promise<unknown>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error("It does not respond.")), TIMEOUT_MS);
  try {
    await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
}
