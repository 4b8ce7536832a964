import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import type { DatabaseAddress } from "./database-address.ts";
import type { ControlDatabase } from "./database.ts";

/**
 * Short messages between processes that share one PostgreSQL. Delivery isn't guaranteed, so senders must not rely on
 * it.
 */
export interface ProcessSignals {
  /** Sends a message to the other processes. Messages above 7000 bytes are dropped. */
  send(text: string): void;
  close(): Promise<void>;
}

interface SignalOptions {
  /** An identifier. Listeners of a channel receive only its messages. */
  readonly channel: string;
  /** Called with messages of other processes, never with this process's own. */
  readonly onSignal: (text: string) => void;
  readonly log: Logger;
}

interface Shared {
  readonly database: ControlDatabase;
  readonly config: { readonly database: DatabaseAddress };
}

const RECONNECT_MS = 2000;
/** PostgreSQL accepts notifications of less than 8000 bytes. */
const MAX_BYTES = 7000;

const ALONE: ProcessSignals = { send: () => undefined, close: () => Promise.resolve() };

/**
 * Listens with PostgreSQL's LISTEN and NOTIFY, and reconnects if necessary. Does nothing with SQLite, which has no
 * other processes.
 */
export function openSignals(
  { database, config }: Shared,
  { channel, onSignal, log }: SignalOptions,
): ProcessSignals {
  if (config.database.kind !== "postgres") return ALONE;
  const { url } = config.database;
  const origin = randomUUID();
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  async function connect(): Promise<void> {
    const pg = await import("pg");
    if (closed) return;
    const created = new pg.Client({ connectionString: url, keepAlive: true });
    client = created;
    created.on("error", (error) =>
      log.debug({ err: error }, "signals from other processes stopped"),
    );
    created.on("end", again);
    created.on("notification", ({ payload = "" }) => {
      const from = payload.slice(0, origin.length);
      if (from !== origin) onSignal(payload.slice(origin.length + 1));
    });
    await created.connect();
    await created.query(`listen ${channel}`);
  }

  function again(): void {
    clearTimeout(timer);
    if (!closed) timer = setTimeout(start, RECONNECT_MS).unref();
  }

  function start(): void {
    connect().catch((error: unknown) => {
      log.debug({ err: error }, "signals from other processes cannot be received");
      again();
    });
  }

  start();
  return {
    send(text) {
      if (Buffer.byteLength(text) > MAX_BYTES) return;
      sql`select pg_notify(${channel}, ${`${origin} ${text}`})`
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
