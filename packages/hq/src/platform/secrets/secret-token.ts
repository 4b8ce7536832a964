import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_CHARACTERS = 10;
/** 260 bits: nothing that is worth a slow hash or can be guessed. */
const SECRET_CHARACTERS = 52;

/** What a token is for; the first part of its text, so that secret scanners find it. */
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
  | "wrk";

export interface SecretToken {
  /** The part by which it is looked up; no secret. */
  readonly id: string;
  /** The whole token, `loam_<kind>_<id>_<secret>`; shown once and stored nowhere. */
  readonly text: string;
  /** SHA-256 of the text, lower-case hex: what is stored. */
  readonly hash: string;
}

/** Random lower-case base32 text, five bits a character. */
export function randomText(characters: number): string {
  return Array.from(randomBytes(characters), (byte) => ALPHABET[byte % 32]).join("");
}

/** Makes a new token of a kind. */
export function makeToken(kind: TokenKind): SecretToken {
  const id = randomText(ID_CHARACTERS);
  const bare = `loam_${kind}_${id}_${randomText(SECRET_CHARACTERS)}`;
  const text = kind === "pat" ? `${bare}_${checksum(bare)}` : bare;
  return { id, text, hash: hashText(text) };
}

/** The id and hash of text that has the shape of a token of this kind, else `undefined`. */
export function parseToken(kind: TokenKind, text: string): SecretToken | undefined {
  const id = tokenId(kind, text);
  return id === undefined ? undefined : { id, text, hash: hashText(text) };
}

/** The id of text that has the shape of a token of this kind. */
export function tokenId(kind: TokenKind, text: string): string | undefined {
  const match = /^(loam_([a-z]+)_([a-z2-7]{10})_[a-z2-7]{52})(?:_([0-9a-f]{8}))?$/.exec(text);
  const [, bare, foundKind, id, sum] = match ?? [];
  if (foundKind !== kind || id === undefined || bare === undefined) return undefined;
  return sum === (kind === "pat" ? checksum(bare) : undefined) ? id : undefined;
}

/** Whether text has this hash, whose characters are given as bytes; in a time that does not depend on where it differs. */
export function hasHash(text: string, expected: Buffer): boolean {
  // As bytes the digest would be memory of its own each time, and cost four times as much.
  own.write(hashText(text), "latin1");
  return own.length === expected.length && timingSafeEqual(own, expected);
}

/** One place for the hash that is compared; no hash opens anything. */
const own = Buffer.alloc(64);

/** People paste personal tokens into places that secret scanners read: these tell them from noise. */
function checksum(text: string): string {
  return crc32(text).toString(16).padStart(8, "0");
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(left: string, right: string): boolean {
  const [one, other] = [Buffer.from(left), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** SHA-256 as lower-case hex, for text that is as random as a token. */
export function hashText(text: string): string {
  return hash("sha256", text, "hex");
}
