import { existsSync } from "node:fs";
import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../db/database.ts";

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
  const totp = await database.selectFrom("totp_secrets").select("user_id").limit(1).execute();
  if (webhook.length === 0 && totp.length === 0) return;
  throw new CmsError(
    "data_dir_unusable",
    `${path} is not there, and the database has secrets that were sealed with it; restore it. If it is lost, set LOAM_SECRET_KEY to a new key, and make second factors and secrets of webhooks anew.`,
  );
}
