import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Client } from "pg";
import type { Logger } from "pino";
import type { DatabaseAddress } from "./database-address.ts";
import type { ControlDatabase } from "./database.ts";

/** Short messages between the processes of one PostgreSQL. Any may be lost: whoever sends one relies on none. */
export interface ProcessSignals {
  /** Sends to the other processes; a text of more than 7000 bytes is not sent. */
  send(text: string): void;
  close(): Promise<void>;
}

interface SignalOptions {
  /** An identifier: who listens to one hears of no other. */
  readonly channel: string;
  /** Hears what other processes sent, and nothing of this one's. */
  readonly onSignal: (text: string) => void;
  readonly log: Logger;
}

interface Shared {
  readonly database: ControlDatabase;
  readonly config: { readonly database: DatabaseAddress };
}

const RECONNECT_MS = 2000;
/** PostgreSQL takes notifications of less than 8000 bytes. */
const MOST_BYTES = 7000;

const ALONE: ProcessSignals = { send: () => undefined, close: () => Promise.resolve() };

/**
 * Listens over PostgreSQL's LISTEN and NOTIFY, and connects again when it must. With SQLite there is no other process,
 * and nothing happens.
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
    const made = new pg.Client({ connectionString: url, keepAlive: true });
    client = made;
    made.on("error", (error) => log.debug({ err: error }, "signals from other processes stopped"));
    made.on("end", again);
    made.on("notification", ({ payload = "" }) => {
      const from = payload.slice(0, origin.length);
      if (from !== origin) onSignal(payload.slice(origin.length + 1));
    });
    await made.connect();
    await made.query(`listen ${channel}`);
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
      if (Buffer.byteLength(text) > MOST_BYTES) return;
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
