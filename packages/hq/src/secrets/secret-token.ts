import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";
const ID_CHARACTERS = 10;
/** 260 bits: nothing that is worth a slow hash or can be guessed. */
const SECRET_CHARACTERS = 52;

/** What a token is for; the first part of its text, so that secret scanners find it. */
export type TokenKind = "read" | "draft" | "setup";

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
  const text = `loam_${kind}_${id}_${randomText(SECRET_CHARACTERS)}`;
  return { id, text, hash: hashText(text) };
}

/** The id and hash of text that has the shape of a token of this kind, else `undefined`. */
export function parseToken(kind: TokenKind, text: string): SecretToken | undefined {
  const match = /^loam_([a-z]+)_([a-z2-7]{10})_[a-z2-7]{52}$/.exec(text);
  const [, foundKind, id] = match ?? [];
  if (foundKind !== kind || id === undefined) return undefined;
  return { id, text, hash: hashText(text) };
}

/** Compares two hashes in a time that does not depend on where they differ. */
export function sameHash(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

function hashText(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
