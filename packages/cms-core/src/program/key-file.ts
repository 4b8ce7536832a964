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

/** Size of an AES-256 key. */
export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** Additional bytes of encrypted text. */
export const SEALED_EXTRA_BYTES: number = IV_BYTES + TAG_BYTES;

/**
 * Encrypts text with AES-256-GCM.
 *
 * @param place authenticated with the text: decryption requires the same place
 */
export function sealText(text: string, key: Buffer, place: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(place);
  return Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
}

/** @throws Error for another key, another place, or modified bytes */
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

/** Reads the base64 key in a file; undefined if the file doesn't exist. @throws Error if it contains anything else */
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
 * Reads the key in a file, or creates it and syncs it to disk before use. If several processes create one at the same
 * time, the first one wins: unlike a rename, a link replaces nothing.
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

/** Writes a new file and syncs its content. The name is durable only after its folder is synced. */
export function writeNewFile(path: string, text: string, mode: number): void {
  const bytes = Buffer.from(text);
  // Private until it has its final mode.
  const file = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Syncs the names in a folder to disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
