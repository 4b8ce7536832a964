import { argon2Sync } from "node:crypto";
import { type CmsError, isCmsError } from "@loam/cms-core";
import { describe, expect, test } from "vitest";
import { disableUser } from "../accounts/disable-user.ts";
import { HERE, PASSWORD, testIdentity } from "../identity.fixture.ts";
import { insertUser } from "../users/users.ts";
import { answerSecondFactor, signIn, type SignInDeps, type SignInPlace } from "./sign-in.ts";

const WRONG = { email: "ada@example.test", password: "wrong horse battery" };
const RIGHT = { email: "ada@example.test", password: PASSWORD };

/** Returns the place of an unknown device, or of a known one. */
function at(address: string, proven?: string): SignInPlace {
  const claimant = { address, ...(proven !== undefined && { proven }) };
  return { client: { ...HERE, address }, claimantAt: () => claimant };
}

const AT_HOME = at("192.0.2.1");

function base64(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** Cheap hash parameters, so that guesses are compared faster. */
const LIGHT_COST = { memory: 8, passes: 1, parallelism: 1 } as const;

/** Replaces the password hash of a user. */
async function rehash(
  { database }: SignInDeps,
  { id }: { readonly id: string },
  cost: { readonly memory: number; readonly passes: number; readonly parallelism: number },
): Promise<void> {
  const nonce = Buffer.alloc(16, 7);
  const tag = argon2Sync("argon2id", { message: PASSWORD, nonce, tagLength: 32, ...cost });
  const costs = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  const hash = `$argon2id$v=19$${costs}$${base64(nonce)}$${base64(tag)}`;
  await database.updateTable("users").set({ password_hash: hash }).where("id", "=", id).execute();
}

describe("signing in with a password", () => {
  test("still works on a known device while others guess (AUT-05)", async () => {
    const { deps } = await testIdentity();
    for (let index = 0; index < 10; index += 1) {
      const place = at(`198.51.100.${index}`);
      await expect(signIn(deps, WRONG, place)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    const elsewhere = at("203.0.113.7");
    await expect(signIn(deps, RIGHT, elsewhere)).rejects.toMatchObject({ code: "rate_limited" });
    // Even in the attacker's network. Its own failed attempts count as well.
    const known = at("198.51.100.1", "device one");
    expect(await signIn(deps, RIGHT, known)).toMatchObject({ kind: "session" });
    for (let index = 0; index < 10; index += 1) {
      await expect(signIn(deps, WRONG, known)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    await expect(signIn(deps, RIGHT, known)).rejects.toMatchObject({ code: "rate_limited" });
    const other = at("198.51.100.1", "device two");
    expect(await signIn(deps, RIGHT, other)).toMatchObject({ kind: "session" });
  });

  test("allows fewer guesses the longer they continue", async () => {
    const { deps, ada, wait } = await testIdentity();
    await rehash(deps, ada, LIGHT_COST);
    let guesses = 0;
    const guessAll = async (): Promise<CmsError> => {
      for (;;) {
        const place = at(`198.51.${guesses % 250}.1`);
        const error = await signIn(deps, WRONG, place).catch((refused: unknown) => refused);
        if (isCmsError(error) && error.code === "rate_limited") return error;
        guesses += 1;
      }
    };
    for (let quarters = 0; quarters < 12; quarters += 1) {
      await guessAll();
      wait(15 * 60_000);
    }
    expect(guesses).toBe(100);
    // The first guess was three hours ago.
    expect((await guessAll()).details).toEqual({ retryAfterSeconds: 21 * 3600 });
  });

  test("counts an IPv6 /64 network as one address (LIM-05)", async () => {
    const { deps } = await testIdentity();
    for (let index = 0; index < 50; index += 1) {
      const answer = { email: `u${index}@example.test`, password: "x" };
      const place = at(`2001:db8::${index.toString(16)}`);
      await expect(signIn(deps, answer, place)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    const place = at("2001:db8::ffff");
    await expect(signIn(deps, RIGHT, place)).rejects.toMatchObject({ code: "rate_limited" });
  });

  test("does not count successful attempts", async () => {
    const { deps } = await testIdentity();
    for (let index = 0; index < 12; index += 1) {
      const place = at(`198.51.100.${index}`);
      expect(await signIn(deps, RIGHT, place)).toMatchObject({ kind: "session" });
    }
  });

  test("replaces a password hash with outdated parameters (AUT-08)", async () => {
    const { deps, ada } = await testIdentity();
    await rehash(deps, ada, { memory: 9216, passes: 4, parallelism: 1 });

    expect(await signIn(deps, RIGHT, AT_HOME)).toMatchObject({ kind: "session" });
    const { password_hash: hash } = await deps.database
      .selectFrom("users")
      .select("password_hash")
      .executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await signIn(deps, RIGHT, AT_HOME)).toMatchObject({ kind: "session" });
  });

  test("is rejected without a password or for a disabled user (AUT-10)", async () => {
    const { deps, ada } = await testIdentity();
    const other = { email: "bob@example.test", passwordHash: null, instanceAdmin: true };
    await insertUser(deps.database, other, deps);
    for (const password of ["", PASSWORD, "null"]) {
      await expect(signIn(deps, { email: other.email, password }, AT_HOME)).rejects.toMatchObject({
        code: "invalid_credentials",
      });
    }
    await disableUser(deps.database, ada.id, deps);
    await expect(signIn(deps, RIGHT, AT_HOME)).rejects.toMatchObject({
      code: "invalid_credentials",
    });
  });

  test("rejects an unknown challenge", async () => {
    const { deps } = await testIdentity();
    const challenge = `loam_challenge_${"a".repeat(10)}_${"a".repeat(52)}`;
    for (const text of [challenge, "", "x"]) {
      await expect(
        answerSecondFactor(deps, { challenge: text, code: "000000" }, AT_HOME),
      ).rejects.toMatchObject({ code: "invalid_credentials" });
    }
  });
});
