import { existsSync } from "node:fs";
import { dataPaths } from "../data-folder/data-folder.ts";
import { type Hq, openHq, openHqReading, requireSetUp } from "../hq.ts";
import { type Terminal, terminalConfig } from "./terminal.ts";

/**
 * Runs work that makes changes. In a server's process it uses that server's HQ; otherwise, with SQLite, the command
 * locks the data folder.
 *
 * @throws CmsError `not_found` if no data folder was set up, `data_dir_locked` while another process holds it, and
 * as `openHq`
 */
export async function withHq<T>(terminal: Terminal, work: (hq: Hq) => Promise<T>): Promise<T> {
  if (terminal.hq !== undefined) return runInServer(terminal.hq, work);
  const config = terminalConfig(terminal);
  await requireSetUp(config);
  return runAndClose(await openHq(config), work);
}

/**
 * Like `withHq`, for commands that can be the first of an instance. Creates the data folder if necessary and reports
 * it, because its location might be unexpected. `quiet` suppresses the report.
 *
 * @throws CmsError as `withHq`, except `not_found`
 */
export async function withNewHq<T>(
  terminal: Terminal,
  work: (hq: Hq) => Promise<T>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<T> {
  if (terminal.hq !== undefined) return runInServer(terminal.hq, work);
  const config = terminalConfig(terminal);
  const isNew = !existsSync(dataPaths(config.dataFolder).sites);
  const hq = await openHq(config);
  if (isNew && !quiet) terminal.err(`Created the data folder ${config.dataFolder}.\n`);
  return runAndClose(hq, work);
}

/** Runs work that only reads, even next to another process. */
export async function withHqReading<T>(
  terminal: Terminal,
  work: (hq: Hq) => Promise<T>,
): Promise<T> {
  if (terminal.hq !== undefined) return runInServer(terminal.hq, work);
  return runAndClose(await openHqReading(terminalConfig(terminal)), work);
}

/** Rejects reads from a database that is gone. */
async function runInServer<T>(hq: Hq, work: (hq: Hq) => Promise<T>): Promise<T> {
  hq.databaseWatch.requireIntact();
  return work(hq);
}

async function runAndClose<T>(hq: Hq, work: (hq: Hq) => Promise<T>): Promise<T> {
  try {
    return await work(hq);
  } finally {
    await hq.close();
  }
}
