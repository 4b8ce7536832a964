import { existsSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import { keepKeyFile } from "@loam/cms-core/program";
import type { ControlDatabase } from "../db/database.ts";
import { createSealer, type Sealer } from "./sealer.ts";

/**
 * The sealer of an instance, by the keys of its configuration. Without any, a key is made once and
 * kept in a file of its own: a copy of the database alone then opens nothing.
 *
 * @throws CmsError `data_dir_unusable` when the file cannot be read or made.
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
 * Lets no new key be made where others were in use: what they sealed could not be opened, and nobody would
 * notice before a person needs their second factor (OPS-02).
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
