import { type HqConfig, parseConfig, readEnvironment } from "../config/config.ts";
import { type Hq, openHq, openHqReading } from "../hq.ts";
import type { Terminal } from "./terminal.ts";

/** The configuration that is in force where a command was started. */
export function terminalConfig({ environment, folder }: Terminal): HqConfig {
  return parseConfig(readEnvironment(folder, environment), folder);
}

/**
 * Does work that changes something; with SQLite it has the data folder to itself.
 *
 * @throws CmsError `data_dir_locked` while a server runs with SQLite: it must be stopped first.
 */
export async function withHq<T>(terminal: Terminal, work: (hq: Hq) => Promise<T>): Promise<T> {
  return closing(await openHq(terminalConfig(terminal)), work);
}

/** Does work that only reads, also beside a running server. */
export async function withHqReading<T>(
  terminal: Terminal,
  work: (hq: Hq) => Promise<T>,
): Promise<T> {
  return closing(await openHqReading(terminalConfig(terminal)), work);
}

async function closing<T>(hq: Hq, work: (hq: Hq) => Promise<T>): Promise<T> {
  try {
    return await work(hq);
  } finally {
    await hq.close();
  }
}
