import type { Hq } from "../../platform/hq.ts";
import { openSealer, requireSecretKey } from "../../platform/secrets/open-sealer.ts";
import { appendRecords, byCommand, type ChainDeps, requireAuditKey } from "./audit-chain.ts";

/** What a command does, as its record names it. */
interface CommandAct {
  /** `<what>.<done>`, the same as where a request does it. */
  readonly event: string;
  readonly params: Readonly<Record<string, string>>;
}

/**
 * Writes down what a command of `hq` is about to do. It is done by nobody who could be named: whoever may open the
 * data folder (AUT-23).
 *
 * @throws CmsError `data_dir_unusable` where the key that the log was signed with is lost, or another one is there
 */
export async function recordCommand(hq: Hq, { event, params }: CommandAct): Promise<void> {
  const chain = await commandChain(hq);
  await requireAuditKey(hq.database, chain.sealer);
  await appendRecords(hq.database, [byCommand(event, params)], chain);
}

/** The chain for commands. A key that is gone is not made anew here: nothing could be verified by it. */
export async function commandChain({ database, config, paths, now }: Hq): Promise<ChainDeps> {
  await requireSecretKey(database, { keys: config.secretKeys, path: paths.secretKey });
  return { sealer: openSealer(config.secretKeys, paths.secretKey), now };
}
