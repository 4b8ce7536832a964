import { parseConfig, type RunningHq, startHq } from "@loam/hq";
import type { Logger } from "pino";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../temporary-folder.ts";
import { databaseEnvironment } from "./hq-database.ts";

export interface RunHqOptions {
  /** @default a new one */
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly now?: () => Date;
  /** @default none */
  readonly log?: Logger;
}

/** Starts HQ in this process on a free port with a separate data folder, until the test ends. */
export async function runHq({ folder, env = {}, now, log }: RunHqOptions = {}): Promise<RunningHq> {
  const at = folder ?? (await temporaryFolder("loam-hq"));
  const standard = { LOAM_PORT: "0", LOAM_LOG_LEVEL: "silent", ...(await databaseEnvironment(at)) };
  const config = parseConfig({ ...standard, ...env }, at);
  const running = await startHq(config, { ...(now && { now }), ...(log && { log }) });
  onTestFinished(() => running.close());
  return running;
}
