import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";

/** Of a key of AES-256. */
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** What sealed bytes have more than their text. */
export const SEALED_EXTRA_BYTES: number = IV_BYTES + TAG_BYTES;

/**
 * Encrypts text by AES-256-GCM.
 *
 * @param place - Is authenticated along: the bytes open for the same place alone.
 */
export function sealText(text: string, key: Buffer, place: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(place);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error for another key, another place, or bytes that were changed */
export function openText(sealed: Buffer, key: Buffer, place: Buffer): string {
  const end = sealed.length - TAG_BYTES;
  const cipher = createDecipheriv("aes-256-gcm", key, sealed.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(place)
    .setAuthTag(sealed.subarray(end));
  const body = sealed.subarray(IV_BYTES, end);
  return cipher.update(body, undefined, "utf8") + cipher.final("utf8");
}

/** The key in a file, in base64; undefined where there is none. @throws Error for a file that holds something else */
export function readKeyFile(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (key.length !== KEY_BYTES) throw new Error("The file contains no key.");
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/**
 * The key in a file, which is made where there is none, and is on the disk before it is used. Of several processes that
 * make one at once the first one's counts: a link, unlike a rename, replaces nothing.
 */
export function keepKeyFile(path: string): Buffer {
  const known = readKeyFile(path);
  if (known !== undefined) return known;
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeNewFile(unfinished, `${randomBytes(KEY_BYTES).toString("base64")}\n`, 0o600);
    linkSync(unfinished, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncFolder(dirname(path));
  const key = readKeyFile(path);
  if (key === undefined) throw new Error("The file was deleted in the meantime.");
  return key;
}

/** Writes a new file and brings its bytes to the disk. Its name is not there before its folder is synced. */
export function writeNewFile(path: string, text: string, mode: number): void {
  const bytes = Buffer.from(text);
  // Nobody else may read it before it has its mode.
  const file = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Brings the names in a folder to the disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
