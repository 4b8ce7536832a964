import { existsSync } from "node:fs";
import { dataPaths } from "../data-folder/data-folder.ts";
import { type Hq, openHq, openHqReading, requireSetUp } from "../hq.ts";
import { type Terminal, terminalConfig } from "./terminal.ts";

/**
 * Does work that changes something. In a server's process it is that server's; elsewhere, with SQLite, the command
 * has the data folder to itself.
 *
 * @throws CmsError `not_found` where no data folder was set up, `data_dir_locked` while another process holds it, and
 * as `openHq`
 */
export async function withHq<T>(terminal: Terminal, work: (hq: Hq) => Promise<T>): Promise<T> {
  if (terminal.hq !== undefined) return beside(terminal.hq, work);
  const config = terminalConfig(terminal);
  await requireSetUp(config);
  return closing(await openHq(config), work);
}

/**
 * The same for work that may be the first of an instance: where no data folder is set up it makes one, and says so, since
 * it may not be where somebody thinks; `quiet` is for a command that says so itself.
 *
 * @throws CmsError as `withHq` but for `not_found`
 */
export async function withNewHq<T>(
  terminal: Terminal,
  work: (hq: Hq) => Promise<T>,
  { quiet = false }: { readonly quiet?: boolean } = {},
): Promise<T> {
  if (terminal.hq !== undefined) return beside(terminal.hq, work);
  const config = terminalConfig(terminal);
  const isNew = !existsSync(dataPaths(config.dataFolder).sites);
  const hq = await openHq(config);
  if (isNew && !quiet) terminal.err(`Created the data folder ${config.dataFolder}.\n`);
  return closing(hq, work);
}

/** Does work that only reads, also beside another process. */
export async function withHqReading<T>(
  terminal: Terminal,
  work: (hq: Hq) => Promise<T>,
): Promise<T> {
  if (terminal.hq !== undefined) return beside(terminal.hq, work);
  return closing(await openHqReading(terminalConfig(terminal)), work);
}

/** What a server reads of a database that is gone is true of nothing. */
async function beside<T>(hq: Hq, work: (hq: Hq) => Promise<T>): Promise<T> {
  hq.databaseWatch.requireIntact();
  return work(hq);
}

async function closing<T>(hq: Hq, work: (hq: Hq) => Promise<T>): Promise<T> {
  try {
    return await work(hq);
  } finally {
    await hq.close();
  }
}
