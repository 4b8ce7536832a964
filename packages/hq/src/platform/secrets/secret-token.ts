import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_CHARACTERS = 10;
/** 260 bits, so it cannot be guessed and needs no slow hash. */
const SECRET_CHARACTERS = 52;

/** Kind of a token. Part of the token's prefix, so that secret scanners recognize it. */
export type TokenKind =
  | "read"
  | "draft"
  | "setup"
  | "pat"
  | "session"
  | "challenge"
  | "invitation"
  | "reset"
  | "reg"
  | "wrk"
  | "cmd";

export interface SecretToken {
  /** The lookup key, which is not secret. */
  readonly id: string;
  /** The whole token, `loam_<kind>_<id>_<secret>`. Shown only once and never stored. */
  readonly text: string;
  /** SHA-256 of the text, lowercase hex. This is what is stored. */
  readonly hash: string;
}

/** Generates random lowercase base32 text, five bits per character. */
export function randomText(characters: number): string {
  return Array.from(randomBytes(characters), (byte) => ALPHABET[byte % 32]).join("");
}

/** Generates a token. */
export function makeToken(kind: TokenKind): SecretToken {
  const id = randomText(ID_CHARACTERS);
  const bare = `loam_${kind}_${id}_${randomText(SECRET_CHARACTERS)}`;
  const text = kind === "pat" ? `${bare}_${checksum(bare)}` : bare;
  return { id, text, hash: hashText(text) };
}

/** Returns the id and hash of text in the format of this kind of token, otherwise `undefined`. */
export function parseToken(kind: TokenKind, text: string): SecretToken | undefined {
  const id = tokenId(kind, text);
  return id === undefined ? undefined : { id, text, hash: hashText(text) };
}

/** Returns the id of text in the format of this kind of token. */
export function tokenId(kind: TokenKind, text: string): string | undefined {
  const match = /^(loam_([a-z]+)_([a-z2-7]{10})_[a-z2-7]{52})(?:_([0-9a-f]{8}))?$/.exec(text);
  const [, bare, foundKind, id, sum] = match ?? [];
  if (foundKind !== kind || id === undefined || bare === undefined) return undefined;
  return sum === (kind === "pat" ? checksum(bare) : undefined) ? id : undefined;
}

/** Whether text has this hash, given as bytes of its characters. Runs in constant time. */
export function hasHash(text: string, expected: Buffer): boolean {
  // A digest as bytes would allocate memory each time and take four times as long.
  own.write(hashText(text), "latin1");
  return own.length === expected.length && timingSafeEqual(own, expected);
}

/** Shared buffer for the hash that is compared. A hash grants no access. */
const own = Buffer.alloc(64);

/** Lets secret scanners tell pasted personal access tokens from random text. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Compares two hashes in constant time. */
export function sameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Returns the SHA-256 as lowercase hex, for text with the randomness of a token. */
export function hashText(text: string): string {
  return hash("sha256", text, "hex");
}
