import { describe, expect, test } from "vitest";
import { createSealer, makeSecretKey, parseSecretKey } from "./sealer.ts";

describe("sealed secrets", () => {
  test("can be opened with the key that sealed them, even if it is no longer the first", () => {
    const [old, current] = [makeSecretKey(), makeSecretKey()];
    const sealed = createSealer([old]).seal("grüezi", "totp:u1");
    expect(createSealer([old]).open(sealed, "totp:u1")).toBe("grüezi");
    expect(createSealer([current, old]).open(sealed, "totp:u1")).toBe("grüezi");
  });

  test("differ each time and reveal nothing of the text", () => {
    const sealer = createSealer([makeSecretKey()]);
    const [first, second] = [sealer.seal("grüezi", "x"), sealer.seal("grüezi", "x")];
    expect(first).not.toBe(second);
    expect(Buffer.from(first.split(".")[2] ?? "", "base64url").toString()).not.toContain("grüezi");
  });

  test("cannot be moved to another owner, modified, truncated, or opened with another key", () => {
    const sealer = createSealer([makeSecretKey()]);
    const sealed = sealer.seal("grüezi", "totp:u1");
    const [form, id, bytes = ""] = sealed.split(".");
    const flipped = `${bytes.startsWith("A") ? "B" : "A"}${bytes.slice(1)}`;
    for (const [text, purpose] of [
      [sealed, "totp:u2"],
      [`${form}.${id}.${flipped}`, "totp:u1"],
      [sealed.slice(0, -4), "totp:u1"],
      [`${form}.${id}.`, "totp:u1"],
      ["", "totp:u1"],
      [createSealer([makeSecretKey()]).seal("grüezi", "totp:u1"), "totp:u1"],
    ] as const) {
      expect(() => sealer.open(text, purpose)).toThrow(
        expect.objectContaining({ code: "secret_unreadable" }),
      );
    }
  });

  test("require a key of 32 bytes", () => {
    expect(parseSecretKey(makeSecretKey().toString("base64"))).toHaveLength(32);
    expect(parseSecretKey("c2hvcnQ=")).toBeUndefined();
  });
});

describe("a signature", () => {
  test("is valid only for its key and purpose, even with an old key", () => {
    const [old, fresh] = [makeSecretKey(), makeSecretKey()];
    const signature = createSealer([old]).sign("text", "a");
    expect(createSealer([fresh, old]).isSigned("text", signature, "a")).toBe(true);
    expect(createSealer([fresh, old]).isSigned("text", signature, "b")).toBe(false);
    expect(createSealer([fresh, old]).isSigned("texts", signature, "a")).toBe(false);
    expect(createSealer([fresh, old]).isSigned("text", signature.slice(0, -2), "a")).toBe(false);
    expect(createSealer([fresh]).isSigned("text", signature, "a")).toBe(false);
    expect(createSealer([old]).isSigned("text", "", "a")).toBe(false);
  });
});
