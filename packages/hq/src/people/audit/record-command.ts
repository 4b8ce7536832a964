import type { Hq } from "../../platform/hq.ts";
import { openSealer, requireSecretKey } from "../../platform/secrets/open-sealer.ts";
import { appendRecords, byCommand, type ChainDeps, requireAuditKey } from "./audit-chain.ts";

/** An act of a command. */
interface CommandAct {
  /** `<object>.<action>`, as for a request with the same effect. */
  readonly event: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Records what an `hq` command is about to do. The record has no user: anyone with access to the data folder can run
 * commands (AUT-23).
 *
 * @throws CmsError `data_dir_unusable` if the key that signed the log is missing or differs
 */
export async function recordCommand(hq: Hq, { event, params }: CommandAct): Promise<void> {
  const chain = await commandChain(hq);
  await requireAuditKey(hq.database, chain.sealer);
  await appendRecords(hq.database, [byCommand(event, params)], chain);
}

/** Opens the chain for commands. Never replaces a missing key, because the log could not be verified with a new one. */
export async function commandChain({ database, config, paths, now }: Hq): Promise<ChainDeps> {
  await requireSecretKey(database, { keys: config.secretKeys, path: paths.secretKey });
  return { sealer: openSealer(config.secretKeys, paths.secretKey), now };
}
