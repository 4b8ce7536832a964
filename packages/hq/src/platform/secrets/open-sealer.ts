import { randomUUID } from "node:crypto";
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
  existsSync,
} from "node:fs";
import { dirname } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { ControlDatabase } from "../db/database.ts";
import { createSealer, makeSecretKey, parseSecretKey, type Sealer } from "./sealer.ts";

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
    return readKey(path) ?? writeKey(path);
  } catch (cause) {
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be read or made; restore it, or set LOAM_SECRET_KEY.`,
      { cause },
    );
  }
}

function readKey(path: string): Buffer | undefined {
  try {
    const key = parseSecretKey(readFileSync(path, "utf8"));
    if (key === undefined) throw new Error("The file holds no key.");
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * Nothing is sealed before the whole key is on disk. Of several processes that make one at once, the first one's
 * counts: a link, unlike a rename, replaces nothing.
 */
function writeKey(path: string): Buffer {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeSynced(unfinished, `${makeSecretKey().toString("base64")}\n`);
    linkSync(unfinished, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncFolder(dirname(path));
  const key = readKey(path);
  if (key === undefined) throw new Error("The file is gone again.");
  return key;
}

function writeSynced(path: string, text: string): void {
  const file = openSync(path, "wx", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
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
    `${path} is not there, and the database has secrets that were sealed, or an audit log that was signed with it; restore it. If it is lost, set LOAM_SECRET_KEY to a new key, and set up second factors, the secrets of webhooks and the credentials of upstreams again; what was audited until then cannot be verified any more.`,
  );
}
