import { describe, expect, test } from "vitest";
import { makeToken, parseToken, sameHash } from "./secret-token.ts";

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
