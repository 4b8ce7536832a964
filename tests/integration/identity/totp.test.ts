import { Secret, TOTP } from "otpauth";
import { describe, expect, test } from "vitest";
import type { Browser } from "../../support/browser/browser.ts";
import { ADMIN, HOUR, MINUTE, type People, startPeople } from "../../support/hq/hq-people.ts";

const TOTP_PATH = "/api/manage/me/totp";
const SECOND = "/api/manage/session/second-factor";
const STEP_MS = 30_000;

interface Enrolled {
  readonly people: People;
  readonly browser: Browser;
  readonly codeAt: (steps?: number) => string;
  readonly recoveryCodes: readonly string[];
}

async function enrol(): Promise<Enrolled> {
  const people = await startPeople({ env: { LOAM_TRUSTED_PROXIES: "1" } });
  const browser = await people.signedIn();
  const { body } = await browser.ask("POST", TOTP_PATH);
  expect(body["uri"]).toMatch(/^otpauth:\/\/totp\/Loam:ada%40example\.test\?/);
  const totp = new TOTP({ secret: Secret.fromBase32(String(body["secret"])) });
  const codeAt = (steps = 0): string =>
    totp.generate({ timestamp: people.now().getTime() + steps * STEP_MS });
  // No code is requested before the first one was confirmed.
  expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).body).toHaveProperty("user");
  const confirmed = await browser.ask("POST", `${TOTP_PATH}/confirm`, { body: { code: codeAt() } });
  expect(confirmed.status).toBe(200);
  const codes = confirmed.body["recoveryCodes"];
  people.wait(2 * STEP_MS);
  return { people, browser, codeAt, recoveryCodes: Array.isArray(codes) ? codes : [] };
}

async function challenge(
  people: People,
  browser = people.browser(),
): Promise<{ browser: Browser; challenge: string }> {
  const { body, headers } = await browser.signIn(ADMIN.email, ADMIN.password);
  expect(headers.getSetCookie()).toEqual([]);
  const { secondFactor } = body;
  const asked = typeof secondFactor === "object" && secondFactor !== null ? secondFactor : {};
  return { browser, challenge: "challenge" in asked ? String(asked.challenge) : "" };
}

/** Enters a wrong code in a separate browser, with the right password. */
async function guess(
  people: People,
  codeAt: Enrolled["codeAt"],
  headers: Readonly<Record<string, string>> = {},
) {
  const { browser, challenge: text } = await challenge(people);
  const code = ["000000", "000001", "000002", "000003"].find(
    (wrong) => ![codeAt(-1), codeAt(), codeAt(1)].includes(wrong),
  );
  return browser.ask("POST", SECOND, { body: { challenge: text, code }, headers });
}

describe("an authenticator (AUT-13)", () => {
  test("completes a sign-in and proves its owner's identity", async () => {
    const { people, browser: before, codeAt } = await enrol();
    const { browser, challenge: text } = await challenge(people);
    expect((await browser.ask("GET", "/api/manage/me")).status).toBe(401);
    const done = await browser.ask("POST", SECOND, { body: { challenge: text, code: codeAt() } });
    expect(done.status).toBe(200);
    expect((await browser.ask("GET", "/api/manage/me")).body).toMatchObject({ totp: true });
    // A password that requires a code has not opened a session.
    const { body: log } = await browser.ask("GET", "/api/manage/audit?event=session.opened");
    expect(log["records"]).toHaveLength(3);
    expect(log).toMatchObject({ records: [{ userName: "ada" }, {}, {}] });

    people.wait(11 * MINUTE);
    const { password } = ADMIN;
    const path = "/api/manage/session/step-up";
    expect((await before.ask("POST", path, { body: { password } })).status).toBe(401);
    const answer = { body: { password, code: codeAt() } };
    expect((await before.ask("POST", path, answer)).status).toBe(200);
  });

  test("accepts one of twenty concurrent responses with a code, once", async () => {
    const { people, codeAt } = await enrol();
    const code = codeAt();
    const open = await Promise.all(Array.from({ length: 5 }, () => challenge(people)));
    const answers = await Promise.all(
      [...open, ...open, ...open, ...open].map(({ browser, challenge: text }) =>
        browser.ask("POST", SECOND, { body: { challenge: text, code } }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    people.wait(MINUTE / 2 - 1);
    const again = await challenge(people);
    const body = { challenge: again.challenge, code };
    expect((await again.browser.ask("POST", SECOND, { body })).status).not.toBe(200);
  });

  test.for([
    [-2, 401],
    [-1, 200],
    [1, 200],
    [2, 401],
  ] as const)("accepts a code %i half minutes off with %i", async ([steps, status]) => {
    const { people, codeAt } = await enrol();
    people.wait(MINUTE);
    const { browser, challenge: text } = await challenge(people);
    const body = { challenge: text, code: codeAt(steps) };
    expect((await browser.ask("POST", SECOND, { body })).status).toBe(status);
  });

  test("allows five attempts a minute across sign-ins", async () => {
    const { people, codeAt } = await enrol();
    const wrong = codeAt() === "000000" ? "000001" : "000000";
    const statuses = [];
    for (let index = 0; index < 6; index += 1) {
      const { browser, challenge: text } = await challenge(people);
      const { status } = await browser.ask("POST", SECOND, {
        body: { challenge: text, code: wrong },
      });
      statuses.push(status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    people.wait(MINUTE);
    const { browser, challenge: text } = await challenge(people);
    const body = { challenge: text, code: codeAt() };
    expect((await browser.ask("POST", SECOND, { body })).status).toBe(200);
  });

  test("slows down guesses from any number of IP addresses", async () => {
    const { people, codeAt } = await enrol();
    let guesses = 0;
    const guessAll = async (): Promise<string | null> => {
      for (;;) {
        const from = { "X-Forwarded-For": `198.51.${guesses % 250}.1` };
        const { status, headers } = await guess(people, codeAt, from);
        if (status === 429) return headers.get("Retry-After");
        expect(status).toBe(401);
        guesses += 1;
      }
    };
    for (let minutes = 0; minutes < 4; minutes += 1) {
      await guessAll();
      people.wait(MINUTE);
    }
    expect([guesses, await guessAll()]).toEqual([20, String(56 * 60)]);
    people.wait(HOUR);
    for (let hours = 0; hours < 3; hours += 1) {
      for (let minutes = 0; minutes < 4; minutes += 1) {
        await guessAll();
        people.wait(MINUTE);
      }
      people.wait(HOUR);
    }
    expect(guesses).toBe(50);
    expect(Number(await guessAll())).toBeGreaterThan(18 * 3600);
    people.wait(24 * HOUR);
    const { browser, challenge: text } = await challenge(people);
    const body = { challenge: text, code: codeAt() };
    expect((await browser.ask("POST", SECOND, { body })).status).toBe(200);
  });

  test("stays usable by its owner in known browsers while others guess", async () => {
    const { people, browser, codeAt, recoveryCodes } = await enrol();
    const signInHere = async (at: Browser): Promise<number> => {
      const asked = await challenge(people, at);
      const body = { challenge: asked.challenge, code: codeAt() };
      return (await at.ask("POST", SECOND, { body })).status;
    };
    const known = people.browser();
    expect(await signInHere(known)).toBe(200);
    expect((await known.ask("DELETE", "/api/manage/session")).status).toBe(204);
    people.wait(2 * STEP_MS);
    for (let index = 0; index < 5; index += 1) await guess(people, codeAt);
    expect((await guess(people, codeAt)).status).toBe(429);

    const answer = { body: { password: ADMIN.password, code: codeAt() } };
    expect((await browser.ask("POST", "/api/manage/session/step-up", answer)).status).toBe(200);
    people.wait(STEP_MS);
    expect(await signInHere(people.browser())).toBe(429);
    expect(await signInHere(known)).toBe(200);
    // A recovery code works elsewhere.
    const { browser: other, challenge: text } = await challenge(people);
    const body = { challenge: text, recoveryCode: recoveryCodes[0] };
    expect((await other.ask("POST", SECOND, { body })).status).toBe(200);
  });

  test("also limits known browsers and ignores forged cookies", async () => {
    const { people, codeAt } = await enrol();
    const known = people.browser();
    const asked = await challenge(people, known);
    const body = { challenge: asked.challenge, code: codeAt() };
    expect((await known.ask("POST", SECOND, { body })).status).toBe(200);
    const device = known.cookies.get("hq-device") ?? "";
    const guessWith = async (cookie: string): Promise<number> => {
      const { status } = await guess(people, codeAt, { Cookie: `hq-device=${cookie}` });
      return status;
    };
    for (let index = 0; index < 5; index += 1) expect(await guessWith(device)).toBe(401);
    expect(await guessWith(device)).toBe(429);
    for (let index = 0; index < 5; index += 1) {
      expect(await guessWith(device.replace(/^.{20}/, `${"a".repeat(19)}${index + 2}`))).toBe(401);
    }
    expect(await guessWith(device.replace(/^.{20}/, "b".repeat(20)))).toBe(429);
    // A code of another account is not valid here.
    await people.addUser("bob@example.test");
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    expect(await guessWith(bob.cookies.get("hq-device") ?? "")).toBe(429);
    people.wait(91 * 24 * HOUR);
    for (let index = 0; index < 5; index += 1) await guess(people, codeAt);
    expect(await guessWith(device)).toBe(429);
  });

  test("waits five minutes for its code", async () => {
    const { people, codeAt } = await enrol();
    const { browser, challenge: text } = await challenge(people);
    people.wait(5 * MINUTE);
    const body = { challenge: text, code: codeAt() };
    expect((await browser.ask("POST", SECOND, { body })).status).toBe(401);
  });

  test("is replaced by ten hashed recovery codes that work once each", async () => {
    const { people, recoveryCodes } = await enrol();
    expect(recoveryCodes).toHaveLength(10);
    const [first = "", second = ""] = recoveryCodes;
    const rows = await people.hq.hq.database.selectFrom("recovery_codes").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.replaceAll("-", ""));
    const use = async (recoveryCode: string): Promise<number> => {
      const { browser, challenge: text } = await challenge(people);
      const body = { challenge: text, recoveryCode };
      return (await browser.ask("POST", SECOND, { body })).status;
    };
    expect([await use(first), await use(first)]).toEqual([200, 401]);
    expect(await use(second.toUpperCase().replaceAll("-", " "))).toBe(200);
  });

  test("is encrypted in the database and removed after a recent proof", async () => {
    const { people, browser } = await enrol();
    const [row] = await people.hq.hq.database.selectFrom("totp_secrets").selectAll().execute();
    expect(row?.sealed_secret).toMatch(/^s1\./);
    people.wait(10 * MINUTE);
    expect((await browser.ask("DELETE", TOTP_PATH)).status).toBe(403);
    const state = await browser.ask("GET", TOTP_PATH);
    expect(state.body).toMatchObject({ enabled: true, recoveryCodesLeft: 10 });
  });

  test("issues new recovery codes that replace the old ones", async () => {
    const { people, browser, recoveryCodes } = await enrol();
    const replaced = await browser.ask("POST", `${TOTP_PATH}/recovery-codes`);
    const { recoveryCodes: codes } = replaced.body;
    const [fresh] = Array.isArray(codes) ? codes : [];
    const use = async (recoveryCode: unknown): Promise<number> => {
      const { browser: other, challenge: text } = await challenge(people);
      const body = { challenge: text, recoveryCode };
      return (await other.ask("POST", SECOND, { body })).status;
    };
    expect([await use(recoveryCodes[0]), await use(fresh)]).toEqual([401, 200]);

    expect((await browser.ask("DELETE", TOTP_PATH)).status).toBe(204);
    expect((await people.browser().signIn(ADMIN.email, ADMIN.password)).body).toHaveProperty(
      "user",
    );
    expect((await browser.ask("POST", `${TOTP_PATH}/recovery-codes`)).status).toBe(409);
  });
});
