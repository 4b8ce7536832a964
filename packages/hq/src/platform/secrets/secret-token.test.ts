import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { hashText, hasHash, makeToken, parseToken, randomText, sameHash } from "./secret-token.ts";

describe("secret tokens", () => {
  test("are found by id and hash", () => {
    const token = makeToken("read");
    expect(token.text).toMatch(/^loam_read_[a-z2-7]{10}_[a-z2-7]{52}$/);
    expect(token.hash).toMatch(/^[0-9a-f]{64}$/);
    expect(parseToken("read", token.text)).toEqual(token);
  });

  test("differ each time", () => {
    expect(new Set(Array.from({ length: 100 }, () => makeToken("read").text)).size).toBe(100);
  });

  test.for(["", "loam_read_", "x", "loam_read_aaaaaaaaaa_bbbb"])(
    "are not parsed from text in another format: %j",
    (text) => expect(parseToken("read", text)).toBeUndefined(),
  );

  test("of another kind are rejected", () => {
    expect(parseToken("setup", makeToken("read").text)).toBeUndefined();
    expect(parseToken("read", `${makeToken("read").text}\n`)).toBeUndefined();
  });

  test("for users end in a checksum, so that scanners recognize them (AUT-16)", () => {
    const { text } = makeToken("pat");
    expect(text).toMatch(/^loam_pat_[a-z2-7]{10}_[a-z2-7]{52}_[0-9a-f]{8}$/);
    expect(parseToken("pat", text)?.text).toBe(text);
    expect(parseToken("pat", text.slice(0, -9))).toBeUndefined();
    const other = text.endsWith("0") ? "1" : "0";
    expect(parseToken("pat", text.slice(0, -1) + other)).toBeUndefined();
  });

  test("are compared by their whole hash", () => {
    const { hash } = makeToken("read");
    expect(sameHash(hash, hash)).toBe(true);
    expect(sameHash(hash, hash.slice(1))).toBe(false);
    expect(sameHash(hash, makeToken("read").hash)).toBe(false);
    // A header with the same number of characters but more bytes.
    expect(sameHash(hash, `é${hash.slice(1)}`)).toBe(false);
  });
});

const SECRET_CHARACTERS = 52;

/** Returns a wrong token with this number of right characters of the secret. */
function guessOf(token: string, right: number): string {
  const wrongAt = token.length - SECRET_CHARACTERS + right;
  const wrong = token[wrongAt] === "a" ? "b" : "a";
  return token.slice(0, wrongAt) + wrong + randomText(SECRET_CHARACTERS - right - 1);
}

/** Records hashed texts and what is compared in constant time. */
function recordWork() {
  const hashed = vi.spyOn(crypto, "hash");
  const compared: string[][] = [];
  const original = crypto.timingSafeEqual;
  vi.spyOn(crypto, "timingSafeEqual").mockImplementation((left, right) => {
    compared.push([left, right].map((bytes) => new TextDecoder().decode(bytes)));
    return original(left, right);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return { hashed, compared };
}

describe("the work of a comparison is independent of matching characters (KEY-04)", () => {
  const COMPARISONS = {
    "of hashes": (guess: string, hash: string) =>
      sameHash(hash, parseToken("read", guess)?.hash ?? ""),
    "with a hash as bytes": (guess: string, hash: string) => hasHash(guess, Buffer.from(hash)),
  };
  for (const [name, opens] of Object.entries(COMPARISONS)) {
    test.for([0, 1, 16, 31, 51])(`${name}, for %i characters of the secret`, (right) => {
      const { text, hash } = makeToken("read");
      const guess = guessOf(text, right);
      const expected = hashText(guess);
      const { hashed, compared } = recordWork();
      expect(opens(guess, hash)).toBe(false);
      // One hash of the whole guess, and one comparison of whole hashes, which share no prefix with the secret.
      expect(hashed.mock.calls.map(([, hashedText]) => hashedText)).toEqual([guess]);
      expect(compared.map((pair) => pair.toSorted())).toEqual([[hash, expected].toSorted()]);
    });
  }
});
