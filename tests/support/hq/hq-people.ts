import { createUser, type RunningHq } from "@loam/hq";
import { pino } from "pino";
import { type Browser, openBrowser } from "../browser/browser.ts";
import { freePort } from "../free-port.ts";
import { runHq } from "./running-hq.ts";

export const ADMIN = { email: "ada@example.test", password: "correct horse battery" } as const;

export interface PeopleOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Public URL. @default where it listens */
  readonly baseUrl?: string;
}

/** A running HQ with one admin, a controlled clock, and simulated browsers. */
export interface People {
  readonly hq: RunningHq;
  /** Advances the clock. */
  readonly wait: (ms: number) => void;
  readonly now: () => Date;
  readonly browser: () => Browser;
  /** Returns a browser with a signed-in user. */
  readonly signedIn: (account?: { email: string; password: string }) => Promise<Browser>;
  readonly addUser: (email: string, password?: string) => Promise<string>;
  /** The server's log records. */
  readonly logged: readonly Readonly<Record<string, unknown>>[];
}

export const MINUTE = 60_000;
export const HOUR: number = 60 * MINUTE;

export async function startPeople({ env = {}, baseUrl }: PeopleOptions = {}): Promise<People> {
  let time = Date.parse("2026-11-20T09:30:00.000Z");
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const logged: Readonly<Record<string, unknown>>[] = [];
  const log = pino(
    { level: "info" },
    { write: (line: string) => void logged.push(JSON.parse(line)) },
  );
  const hq = await runHq({
    now: () => new Date(time),
    log,
    env: {
      LOAM_PORT: String(port),
      LOAM_ADMIN_EMAIL: ADMIN.email,
      LOAM_ADMIN_PASSWORD: ADMIN.password,
      ...(baseUrl !== undefined && { LOAM_BASE_URL: baseUrl }),
      ...env,
    },
  });
  const browser = (): Browser => openBrowser({ at, ...(baseUrl !== undefined && { baseUrl }) });
  return {
    hq,
    logged,
    now: () => new Date(time),
    wait: (ms) => void (time += ms),
    browser,
    async signedIn({ email, password } = ADMIN) {
      const opened = browser();
      const { status } = await opened.signIn(email, password);
      if (status !== 200) throw new Error(`Signing in was answered ${status}.`);
      return opened;
    },
    async addUser(email, password = ADMIN.password) {
      const user = { email, password, instanceAdmin: false };
      return (await createUser(hq.hq.database, user)).id;
    },
  };
}
