import { existsSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { keepKeyFile } from "@loam/cms-core/program";
import type { ControlDatabase } from "../db/database.ts";
import { createSealer, type Sealer } from "./sealer.ts";

/**
 * Opens the sealer of an instance with the configured keys. Without any, a key is created once and stored in a separate
 * file, so that a copy of the database doesn't decrypt anything.
 *
 * @throws CmsError `data_dir_unusable` if the file cannot be read or created.
 */
export function openSealer(keys: readonly Buffer[], path: string): Sealer {
  const [first, ...older] = keys;
  return createSealer(first === undefined ? [keyFile(path)] : [first, ...older]);
}

function keyFile(path: string): Buffer {
  try {
    return keepKeyFile(path);
  } catch (cause) {
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be read or created. Restore it, or set LOAM_SECRET_KEY.`,
      { cause },
    );
  }
}

/**
 * Prevents a new key from being created where other keys were in use. Their secrets could not be decrypted, and no one
 * would notice until a user needs their second factor (OPS-02).
 *
 * @throws CmsError `data_dir_unusable`
 */
export async function requireSecretKey(
  database: ControlDatabase,
  { keys, path }: { readonly keys: readonly Buffer[]; readonly path: string },
): Promise<void> {
  if (keys.length > 0 || existsSync(path)) return;
  const webhook = await database.selectFrom("webhooks").select("id").limit(1).execute();
  const upstream = await database.selectFrom("upstreams").select("site_id").limit(1).execute();
  const totp = await database.selectFrom("totp_secrets").select("user_id").limit(1).execute();
  const signed = await database.selectFrom("audit_log").select("seq").limit(1).execute();
  if (webhook.length === 0 && upstream.length === 0 && totp.length === 0 && signed.length === 0)
    return;
  throw new CmsError(
    "data_dir_unusable",
    `${path} is missing, but the database contains secrets or an audit log that need it. Restore it. If it is lost, set LOAM_SECRET_KEY to a new key, run hq audit renew, and set up two-factor authentication, webhook secrets, and upstream credentials again. Audit records up to now can then no longer be verified.`,
  );
}
