import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { CmsError } from "@loam/cms-core";

/** OWASP's argon2id parameters: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const;
const TAG_BYTES = 32;
const SALT_BYTES = 16;
const MIN_CHARACTERS = 12;
const MAX_BYTES = 1024;

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

/**
 * Hashes a password with argon2id, as a PHC string. The password is compared in NFKC, so that two
 * keyboards that compose a character differently agree; it is never cut.
 *
 * @throws CmsError `weak_password` below 12 characters or above 1,024 bytes.
 */
export async function hashPassword(password: string): Promise<string> {
  const normal = password.normalize("NFKC");
  if (Array.from(normal).length < MIN_CHARACTERS) {
    throw new CmsError("weak_password", `A password needs ${MIN_CHARACTERS} characters or more.`);
  }
  if (Buffer.byteLength(normal) > MAX_BYTES) {
    throw new CmsError("weak_password", `A password may have at most ${MAX_BYTES} bytes.`);
  }
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(normal, salt, COST);
  const cost = `m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`;
  return `$argon2id$v=19$${cost}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Whether a password is the one that was hashed; `false` for a hash of unknown form. */
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
  return new Promise((resolve, reject) => {
    argon2("argon2id", { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, tag) => {
      if (error === null) resolve(tag);
      else reject(error);
    });
  });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
