import { describe, expect, test } from "vitest";
import { createAuthenticator } from "../../support/browser/authenticator.ts";
import type { Browser } from "../../support/browser/browser.ts";
import { ADMIN, MINUTE, type People, startPeople } from "../../support/hq/hq-people.ts";

const BASE = "https://hq.example.test";
const RP = { rpId: "hq.example.test" };
const PASSKEYS = "/api/manage/me/passkeys";
const SIGN_IN = "/api/manage/session/passkey";

type Device = ReturnType<typeof createAuthenticator>;

async function add(browser: Browser, device: Device, origin = BASE) {
  const { body: asked } = await browser.ask("POST", `${PASSKEYS}/options`);
  const credential = device.create(asked["options"], origin);
  const body = { challenge: asked["challenge"], name: "laptop", credential };
  return browser.ask("POST", PASSKEYS, { body });
}

async function signIn(people: People, device: Device, origin = BASE) {
  const browser = people.browser();
  const { body: asked } = await browser.ask("POST", `${SIGN_IN}/options`);
  const credential = device.sign(asked["options"], origin);
  const body = { challenge: asked["challenge"], credential };
  return { browser, body, answer: await browser.ask("POST", SIGN_IN, { body }) };
}

async function withPasskey() {
  const people = await startPeople({ baseUrl: BASE });
  const browser = await people.signedIn();
  const device = createAuthenticator(RP);
  const added = await add(browser, device);
  expect([added.status, added.body]).toEqual([201, expect.objectContaining({ name: "laptop" })]);
  return { people, browser, device, id: String(added.body["id"]) };
}

describe("a passkey", () => {
  test("signs its owner in without email or password", async () => {
    const { people, browser, device } = await withPasskey();
    const { browser: other, answer } = await signIn(people, device);
    expect(answer.status).toBe(200);
    expect((await other.ask("GET", "/api/manage/me")).body).toMatchObject({
      email: ADMIN.email,
      passkeys: 1,
    });
    expect((await browser.ask("GET", PASSKEYS)).body).toMatchObject({
      passkeys: [{ name: "laptop", lastUsedAt: people.now().toISOString() }],
    });
  });

  test("signs a response that works once", async () => {
    const { people, device } = await withPasskey();
    const { body, answer } = await signIn(people, device);
    expect(answer.status).toBe(200);
    expect((await people.browser().ask("POST", SIGN_IN, { body })).status).toBe(401);
  });

  test("is refused for another origin or without user verification", async () => {
    const { people, browser, device } = await withPasskey();
    expect((await signIn(people, device, "https://evil.test")).answer.status).toBe(401);
    expect((await add(browser, createAuthenticator(RP), "https://evil.test")).status).toBe(401);
    const locked = createAuthenticator({ ...RP, unlocked: false });
    expect((await add(browser, locked)).status).toBe(401);
    const elsewhere = createAuthenticator({ rpId: "evil.test" });
    expect((await add(browser, elsewhere)).status).toBe(401);
    expect((await signIn(people, createAuthenticator(RP))).answer.status).toBe(401);
  });

  test("is refused if its counter decreases", async () => {
    const { people, device, id } = await withPasskey();
    expect((await signIn(people, device)).answer.status).toBe(200);
    await people.hq.hq.database
      .updateTable("passkeys")
      .set({ counter: 50 })
      .where("id", "=", id)
      .execute();
    expect((await signIn(people, device)).answer.status).toBe(401);
  });

  test("proves its owner's identity, and no one else's", async () => {
    const { people, browser, device } = await withPasskey();
    await people.addUser("bob@example.test");
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    people.wait(11 * MINUTE);
    const stepUp = async (who: Browser): Promise<number> => {
      const { body } = await who.ask("POST", "/api/manage/session/step-up/passkey-options");
      const credential = device.sign(body["options"], BASE);
      const answer = { challenge: body["challenge"], credential };
      return (await who.ask("POST", "/api/manage/session/step-up", { body: answer })).status;
    };
    expect([await stepUp(bob), await stepUp(browser)]).toEqual([401, 200]);
  });

  test("is added and removed only by its owner after a recent proof", async () => {
    const { people, browser, device, id } = await withPasskey();
    await people.addUser("bob@example.test");
    const bob = await people.signedIn({ ...ADMIN, email: "bob@example.test" });
    expect((await bob.ask("DELETE", `${PASSKEYS}/${id}`)).status).toBe(404);
    people.wait(11 * MINUTE);
    expect((await browser.ask("POST", `${PASSKEYS}/options`)).status).toBe(403);
    expect((await browser.ask("DELETE", `${PASSKEYS}/${id}`)).status).toBe(403);
    const again = await people.signedIn();
    expect((await again.ask("DELETE", `${PASSKEYS}/${id}`)).status).toBe(204);
    expect((await signIn(people, device)).answer.status).toBe(401);
  });

  test("of a disabled user is refused (AUT-10)", async () => {
    const { people, device } = await withPasskey();
    await people.hq.hq.database.updateTable("users").set({ disabled_at: "2026-11-20" }).execute();
    expect((await signIn(people, device)).answer.status).toBe(401);
  });

  test("requires a host name instead of an IP address", async () => {
    const people = await startPeople();
    const asked = await people.browser().ask("POST", `${SIGN_IN}/options`);
    expect([asked.status, asked.body["code"]]).toEqual([400, "not_supported"]);
  });
});
