import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { CmsError, sizeOf } from "@loam/cms-core";
import pLimit from "p-limit";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const PREFIX = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$`;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const MIN_CHARACTERS = 12;
const MAX_BYTES = 1024;

/**
 * Maximum concurrent hashes. Node's pool of four threads also reads and writes files: two threads stay free, and two
 * hashes keep two cores busy.
 */
const MAX_RUNNING = 2;
/** Maximum queued hashes, each about 30 ms of CPU time. Further requests must try again. */
const MAX_WAITING = 64;
const hashing = pLimit(MAX_RUNNING);

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Hashes a password with argon2id and returns a PHC string. Passwords are compared in NFKC, so that keyboards that
 * compose characters differently agree. They are never truncated.
 *
 * @throws CmsError `weak_password` below 12 characters or above 1,024 bytes, `unavailable` while too
 * many passwords are queued.
 */
export async function hashPassword(password: string): Promise<string> {
  const normal = password.normalize("NFKC");
  if (Array.from(normal).length < MIN_CHARACTERS) {
    throw new CmsError(
      "weak_password",
      `A password must have at least ${MIN_CHARACTERS} characters.`,
    );
  }
  if (Buffer.byteLength(normal) > MAX_BYTES) {
    throw new CmsError("weak_password", `A password can have up to ${sizeOf(MAX_BYTES)}.`);
  }
  const salt = randomBytes(SALT_BYTES);
  return renderHash(salt, await derive(normal, salt, COST));
}

/** A hash to compare with if there is no password, so that both cases take the same time. */
export const NO_PASSWORD: string = renderHash(Buffer.alloc(SALT_BYTES), Buffer.alloc(TAG_BYTES));

/** Whether a hash was created with outdated parameters (AUT-08). */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(PREFIX);
}

/**
 * Whether a password matches a hash. Returns `false` for unknown formats.
 *
 * @throws CmsError `unavailable` while too many passwords are queued.
 */
export async function verifyPassword(password: string, hash: string): Promise<boolean> {
  const match = PHC.exec(hash);
  const [, memory, passes, parallelism, salt = "", tag = ""] = match ?? [];
  if (match === null || Buffer.byteLength(password) > MAX_BYTES * 4) return false;
  const cost = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  };
  const found = await derive(password.normalize("NFKC"), Buffer.from(salt, "base64"), cost);
  const expected = Buffer.from(tag, "base64");
  return expected.length === found.length && timingSafeEqual(expected, found);
}

interface Cost {
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

function derive(message: string, nonce: Uint8Array, cost: Cost): Promise<Buffer> {
  if (hashing.pendingCount >= MAX_WAITING) {
    throw new CmsError("unavailable", "Too many sign-ins at the moment. Try again in a second.", {
      details: { retryAfterSeconds: 1 },
    });
  }
  return hashing(() => argon2id(message, nonce, cost));
}

function argon2id(message: string, nonce: Uint8Array, cost: Cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

function renderHash(salt: Buffer, tag: Buffer): string {
  return `${PREFIX}${unpadded(salt)}$${unpadded(tag)}`;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
