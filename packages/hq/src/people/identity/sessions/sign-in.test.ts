import { argon2Sync } from "node:crypto";
import { describe, expect, test } from "vitest";
import { HERE, PASSWORD, testIdentity } from "../identity.fixture.ts";
import { disableUser } from "../users/disable-user.ts";
import { insertUser } from "../users/users.ts";
import { answerSecondFactor, signIn } from "./sign-in.ts";

const WRONG = { email: "ada@example.test", password: "wrong horse battery" };
const RIGHT = { email: "ada@example.test", password: PASSWORD };

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

describe("signing in by password", () => {
  test("stays open to who signed in here before, while others guess the account away (AUT-05)", async () => {
    const { deps } = await testIdentity();
    await signIn(deps, RIGHT, HERE);
    for (let index = 0; index < 10; index += 1) {
      const client = { ...HERE, address: `198.51.100.${index}` };
      await expect(signIn(deps, WRONG, client)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    const elsewhere = { ...HERE, address: "203.0.113.7" };
    await expect(signIn(deps, RIGHT, elsewhere)).rejects.toMatchObject({ code: "rate_limited" });
    expect(await signIn(deps, RIGHT, HERE)).toMatchObject({ kind: "session" });
  });

  test("counts an IPv6 network of 64 bits as one address (LIM-05)", async () => {
    const { deps } = await testIdentity();
    for (let index = 0; index < 50; index += 1) {
      const answer = { email: `u${index}@example.test`, password: "x" };
      const client = { ...HERE, address: `2001:db8::${index.toString(16)}` };
      await expect(signIn(deps, answer, client)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    const client = { ...HERE, address: "2001:db8::ffff" };
    await expect(signIn(deps, RIGHT, client)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("does not count what was right", async () => {
    const { deps } = await testIdentity();
    for (let index = 0; index < 12; index += 1) {
      const client = { ...HERE, address: `198.51.100.${index}` };
      expect(await signIn(deps, RIGHT, client)).toMatchObject({ kind: "session" });
    }
  });

  test("hashes anew a password whose hash has the costs of another day (AUT-08)", async () => {
    const { deps, ada } = await testIdentity();
    const nonce = Buffer.alloc(16, 7);
    const cost = { memory: 9216, passes: 4, parallelism: 1, tagLength: 32 };
    const tag = argon2Sync("argon2id", { message: PASSWORD, nonce, ...cost });
    const old = `$argon2id$v=19$m=9216,t=4,p=1$${base64(nonce)}$${base64(tag)}`;
    await deps.database
      .updateTable("users")
      .set({ password_hash: old })
      .where("id", "=", ada.id)
      .execute();

    expect(await signIn(deps, RIGHT, HERE)).toMatchObject({ kind: "session" });
    const { password_hash: hash } = await deps.database
      .selectFrom("users")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(deps, RIGHT, HERE)).toMatchObject({ kind: "session" });
  });

  test("is refused to a person without a password, and to a disabled one (AUT-10)", async () => {
    const { deps, ada } = await testIdentity();
    const other = { email: "bob@example.test", passwordHash: null, instanceAdmin: true };
    await insertUser(deps.database, other, deps);
    for (const password of ["", PASSWORD, "null"]) {
      await expect(signIn(deps, { email: other.email, password }, HERE)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    await disableUser(deps.database, ada.id, deps);
    await expect(signIn(deps, RIGHT, HERE)).rejects.toMatchObject({ code: "invalid_credentials" });
  });

  test("takes no challenge that it did not give", async () => {
    const { deps } = await testIdentity();
    const challenge = `loam_challenge_${"a".repeat(10)}_${"a".repeat(52)}`;
    for (const text of [challenge, "", "x"]) {
      await expect(
        answerSecondFactor(deps, { challenge: text, code: "000000" }, HERE),
      ).rejects.toMatchObject({ code: "invalid_credentials" });
    }
  });
});
