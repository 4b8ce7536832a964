import { describe, expect, test } from "vitest";
import { hashPassword, isOutdatedHash, NO_PASSWORD, verifyPassword } from "./password-hash.ts";

describe("passwords", () => {
  test("are stored as argon2id with 19 MiB, two passes, and a new salt each time", async () => {
    const [first, second] = await Promise.all([
      hashPassword("correct horse"),
      hashPassword("correct horse"),
    ]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(first).not.toBe(second);
    expect(await verifyPassword("correct horse", first)).toBe(true);
    expect(await verifyPassword("correct horsf", first)).toBe(false);
  });

  test("are verified with the parameters in their hash", async () => {
    const hash = await hashPassword("correct horse");
    expect(await verifyPassword("correct horse", hash.replace("t=2", "t=3"))).toBe(false);
  });

  test("match in composed and decomposed form", async () => {
    const hash = await hashPassword("Zu\u0308rich-Zu\u0308rich");
    expect(await verifyPassword("Zürich-Zürich", hash)).toBe(true);
  });

  test("are never truncated: two with the same first 200 characters differ", async () => {
    const hash = await hashPassword(`${"a".repeat(200)}x`);
    expect(await verifyPassword(`${"a".repeat(200)}y`, hash)).toBe(false);
    expect(await verifyPassword("a".repeat(200), hash)).toBe(false);
  });

  test("can contain spaces and NUL, which count", async () => {
    const hash = await hashPassword(" twelve\0chars ");
    expect(await verifyPassword("twelve\0chars", hash)).toBe(false);
    expect(await verifyPassword(" twelve", hash)).toBe(false);
    expect(await verifyPassword(" twelve\0chars ", hash)).toBe(true);
  });

  test.for(["", "eleven char", "🦔".repeat(11), "a".repeat(1025)])(
    "are rejected if too short or too long: %#",
    async (password) => {
      await expect(hashPassword(password)).rejects.toMatchObject({ code: "weak_password" });
    },
  );

  test("of twelve characters outside the BMP are long enough", async () => {
    expect(await hashPassword("🦔".repeat(12))).toMatch(/^\$argon2id/);
  });

  test("do not match a hash of unknown format", async () => {
    expect(await verifyPassword("correct horse", "plain")).toBe(false);
  });

  test("are outdated if hashed with other parameters (AUT-08)", async () => {
    const hash = await hashPassword("correct horse");
    expect(isOutdatedHash(hash)).toBe(false);
    expect(isOutdatedHash(hash.replace("m=19456", "m=9216"))).toBe(true);
  });

  test("do not match the dummy, which costs as much as a hash", async () => {
    expect(isOutdatedHash(NO_PASSWORD)).toBe(false);
    expect(await verifyPassword("", NO_PASSWORD)).toBe(false);
  });

  test("are verified or rejected with a retry for 200 concurrent requests (AUT-07)", async () => {
    const hash = await hashPassword("correct horse");
    const results = await Promise.allSettled(
      Array.from({ length: 200 }, () => verifyPassword("correct horse", hash)),
    );
    const refused = results.filter(({ status }) => status === "rejected");
    expect(results.filter((result) => result.status === "fulfilled" && result.value)).toHaveLength(
      200 - refused.length,
    );
    expect(refused.length).toBeGreaterThan(0);
    for (const result of refused) {
      expect(result).toMatchObject({
        reason: { code: "unavailable", details: { retryAfterSeconds: 1 } },
      });
    }
  });
});
