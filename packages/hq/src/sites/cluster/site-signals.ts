import { randomUUID } from "node:crypto";
import { CmsError } from "@loam/cms-core";
import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import type { Hq } from "../../platform/hq.ts";

const CHANNEL = "site_moved";
const RECONNECT_MS = 2000;

/** Tells the other processes that a site moved. One that misses it notices by itself a moment later. */
export interface SiteSignals {
  send(siteId: string): void;
  close(): Promise<void>;
}

/** Listens to the other processes over PostgreSQL's LISTEN and NOTIFY, and connects again when it must. */
export function openSiteSignals(
  { config, database }: Pick<Hq, "config" | "database">,
  { onMoved, log }: { readonly onMoved: (siteId: string) => void; readonly log: Logger },
): SiteSignals {
  const { database: address } = config;
  if (address.kind !== "postgres") throw new CmsError("internal", "Only PostgreSQL has signals.");
  const { url } = address;
  const origin = randomUUID();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const pg = await import("pg");
    if (closed) return;
    const made = new pg.Client({ connectionString: url, keepAlive: true });
    client = made;
    made.on("error", (error) => log.debug({ err: error }, "signals of other processes stopped"));
    made.on("end", again);
    made.on("notification", ({ payload = "" }) => {
      const [from, siteId] = payload.split(" ");
      if (from !== origin && siteId !== undefined) onMoved(siteId);
    });
    await made.connect();
    await made.query(`listen ${CHANNEL}`);
  }

  function again(): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(start, RECONNECT_MS).unref();
  }

  function start(): void {
    connect().catch((error: unknown) => {
      log.debug({ err: error }, "signals of other processes cannot be heard");
      again();
    });
  }

  start();
  return {
    send(siteId) {
      sql`select pg_notify(${CHANNEL}, ${`${origin} ${siteId}`})`
        .execute(database)
        .catch((error: unknown) => log.debug({ err: error }, "a signal could not be sent"));
    },
    async close() {
      closed = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
