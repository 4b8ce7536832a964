import { verifyWebhook } from "@loam/cms-core/webhook";
import { pino } from "pino";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import {
  answerOk,
  answerWith,
  hang,
  type Received,
} from "../../../../../tests/support/hq/webhook-receiver.ts";
import { type Hooked, last, publishOne, show, startHooked } from "./webhooks.fixture.ts";
import { openWebhooks } from "./webhooks.ts";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

function eventOf({ body }: Received): unknown {
  return JSON.parse(body.toString());
}

test("sends deliveries of a killed server when the next one starts", async () => {
  const setting = await startHooked();
  const { site, receiver } = setting;
  receiver.answer = hang;
  await publishOne(setting);
  const hanging = site.deliver();
  await receiver.arrived(1);
  receiver.answer = answerOk;
  const { hq, sites, events, webhooks, identity } = site.hq.services;
  const log = pino({ enabled: false });
  const next = openWebhooks(hq, {
    sites,
    events,
    sealer: webhooks.sealer,
    mailer: identity.mailer,
    log,
  });
  await next.start();
  await receiver.arrived(2);
  const [first, second] = receiver.received;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  await next.close();
  await webhooks.close();
  await hanging;
});

describe("a delivery", () => {
  test("WHK-10, WHK-16: has the specified body, and both signatures are valid", async () => {
    const setting = await startHooked();
    const { site, receiver, secret } = setting;
    site.hq.time = Math.floor(Date.now() / 1000) * 1000 + 7;
    const id = await publishOne(setting, "北海道-no-yuki");
    await site.deliver();
    expect(receiver.received).toHaveLength(1);
    const { body, headers } = last(receiver);
    expect(JSON.parse(body.toString())).toEqual({
      event: "entry.published",
      site_id: site.hq.site.id,
      content_type: "posts",
      entry_id: id,
      entry_slug: "北海道-no-yuki",
      occurred_at: new Date(site.hq.time).toISOString(),
      sequence: 1,
    });
    expect(Object.keys(JSON.parse(body.toString()))).toEqual([
      "event",
      "site_id",
      "content_type",
      "entry_id",
      "entry_slug",
      "occurred_at",
      "sequence",
    ]);
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "content-length": String(body.length),
      "x-cms-event": "entry.published",
      "x-cms-delivery": headers["webhook-id"],
      "x-cms-signature": expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const now = (): Date => new Date(site.hq.time);
    expect(verifyWebhook({ secret, headers, body, now })).toMatchObject({ entry_id: id });
    const standard = new StandardWebhook(secret);
    const texts = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, String(value)]),
    );
    expect(standard.verify(body.toString(), texts)).toMatchObject({ entry_id: id });
    expect(() => standard.verify(`${body.toString()} `, texts)).toThrow("signature");
  });

  test("WHK-10: signs each attempt separately with the same id", async () => {
    const setting = await startHooked();
    const { site, receiver, secret } = setting;
    receiver.answer = answerWith(500);
    await publishOne(setting);
    await site.deliver();
    receiver.answer = answerOk;
    await site.waitAndDeliver(10 * 60 * SECOND);
    const [first, second] = receiver.received;
    if (first === undefined || second === undefined) throw new Error("two are wanted");
    expect(second.body).toEqual(first.body);
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(second.headers["webhook-timestamp"]).not.toBe(first.headers["webhook-timestamp"]);
    verifyWebhook({ secret, ...second, now: () => new Date(site.hq.time) });
  });

  test("is unsigned if the webhook does not sign", async () => {
    const setting = await startHooked({ sign: false });
    await publishOne(setting);
    await setting.site.deliver();
    const names = Object.keys(last(setting.receiver).headers);
    expect(names).toContain("x-cms-delivery");
    expect(names.filter((name) => /signature|webhook-/.test(name))).toEqual([]);
  });

  test("WHK-11: is signed with the new secret and, for a day, with the previous one", async () => {
    const setting = await startHooked();
    const { site, receiver, id, secret: before } = setting;
    const rotated = await site.hq.ask("POST", `/webhooks/${id}/rotate-secret`);
    const secret = String(rotated.body["secret"]);
    expect(secret).not.toBe(before);
    await publishOne(setting);
    await site.deliver();
    const now = (): Date => new Date(site.hq.time);
    for (const each of [secret, before]) verifyWebhook({ secret: each, ...last(receiver), now });
    site.hq.time += 24 * HOUR + SECOND;
    await publishOne(setting, "later");
    await site.deliver();
    verifyWebhook({ secret, ...last(receiver), now });
    expect(() => verifyWebhook({ secret: before, ...last(receiver), now })).toThrow(
      "cannot be verified",
    );
    expect(last(receiver).headers).not.toHaveProperty("x-cms-signature-previous");
  });
});

describe("WHK-13", () => {
  test("sends all events to an empty subscription, and only its own to another", async () => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    const some = await site.receiver();
    await site.addWebhook(some.url, { events: ["entry.unpublished"] });
    const id = await publishOne(setting);
    await site.unpublish(id);
    await site.deliver();
    const names = receiver.received.map(({ headers }) => headers["x-cms-event"]);
    expect(new Set(names)).toEqual(new Set(["entry.published", "entry.unpublished"]));
    expect(some.received.map(eventOf)).toMatchObject([{ event: "entry.unpublished" }]);
  });

  test("rejects an unknown event name", async () => {
    const { site } = await startHooked();
    const body = { url: "https://hooks.example.com/", events: ["entry.saved"] };
    const refused = await site.hq.ask("POST", "/webhooks", { body });
    expect(refused).toMatchObject({ status: 422, body: { code: "invalid" } });
  });

  test.for<[string, (setting: Hooked) => Promise<unknown>]>([
    [
      "disabled",
      ({ site, id }) => site.hq.ask("PATCH", `/webhooks/${id}`, { body: { enabled: false } }),
    ],
    ["deleted", ({ site, id }) => site.hq.ask("DELETE", `/webhooks/${id}`)],
  ])("stops retries when the webhook is %s", async ([, act]) => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    receiver.answer = answerWith(500);
    await publishOne(setting);
    await site.deliver();
    await act(setting);
    await publishOne(setting, "later");
    await site.waitAndDeliver(100 * HOUR);
    expect(receiver.received).toHaveLength(1);
  });

  test("stops retries when the site is deleted", async () => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    receiver.answer = answerWith(500);
    await publishOne(setting);
    await site.deliver();
    expect((await site.hq.ask("DELETE", "")).status).toBe(204);
    await site.waitAndDeliver(100 * HOUR);
    expect(receiver.received).toHaveLength(1);
    const { database } = site.hq.services.hq;
    expect(await database.selectFrom("webhook_deliveries").select("id").execute()).toEqual([]);
  });

  test("sends retries to the webhook's new URL", async () => {
    const setting = await startHooked();
    const { site, receiver, id } = setting;
    receiver.answer = answerWith(500);
    await publishOne(setting);
    await site.deliver();
    const moved = await site.receiver();
    await site.hq.ask("PATCH", `/webhooks/${id}`, { body: { url: moved.url } });
    await site.waitAndDeliver(HOUR);
    expect([receiver.received.length, moved.received.length]).toEqual([1, 1]);
  });
});

describe("WHK-14", () => {
  test("sends a marked test event", async () => {
    const setting = await startHooked({ events: ["entry.deleted"] });
    const { site, receiver, id, secret } = setting;
    const sent = await site.hq.ask("POST", `/webhooks/${id}/test`);
    expect(sent).toMatchObject({ status: 202, body: { test: true, state: "pending" } });
    await site.deliver();
    const event = verifyWebhook({ secret, ...last(receiver), now: () => new Date(site.hq.time) });
    expect(event).toMatchObject({ event: "entry.deleted", test: true, entry_slug: "test" });
    expect(await show(setting, `/deliveries/${String(sent.body["id"])}`)).toMatchObject({
      state: "delivered",
      log: [{ status: 204, url: receiver.url }],
    });
  });

  test("redelivers one delivery, or all failed ones of a period, with the same id", async () => {
    const setting = await startHooked();
    const { site, receiver, id } = setting;
    await publishOne(setting, "first");
    await site.deliver();
    const { deliveries } = await show(setting, "/deliveries");
    const [first] = Array.isArray(deliveries) ? deliveries : [];
    await site.hq.ask("POST", `/webhooks/${id}/deliveries/${first.id}/redeliver`);
    await site.deliver();
    const ids = receiver.received.map(({ headers }) => headers["x-cms-delivery"]);
    expect(ids).toEqual([first.eventId, first.eventId]);

    const times: string[] = [];
    for (const slug of ["a", "b", "c"]) {
      site.hq.time += HOUR;
      times.push(new Date(site.hq.time).toISOString());
      await publishOne(setting, slug);
    }
    await site.hq.ask("PATCH", `/webhooks/${id}`, { body: { enabled: false } });
    await site.hq.ask("PATCH", `/webhooks/${id}`, { body: { enabled: true } });
    const [, from, until] = times;
    const some = await site.hq.ask("POST", `/webhooks/${id}/redeliver`, { body: { from, until } });
    expect(some.body).toEqual({ redelivered: 1 });
    await site.deliver();
    expect(eventOf(last(receiver))).toMatchObject({ entry_slug: "b" });
  });
});
