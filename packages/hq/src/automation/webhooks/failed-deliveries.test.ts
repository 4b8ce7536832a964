import { publishEntries } from "@loam/cms-core/publish";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { answerOk, answerWith } from "../../../../../tests/support/hq/webhook-receiver.ts";
import { last, publishOne, show, startHooked, startHookedSite } from "./webhooks.fixture.ts";

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;

test("shows the last attempt and counts for webhooks and deliveries", async () => {
  const setting = await startHooked();
  const { site, receiver } = setting;
  const listed = async () => (await site.hq.ask("GET", "/webhooks")).body["webhooks"];
  receiver.answer = answerWith(503);
  await publishOne(setting);
  await site.deliver();
  const failed = {
    status: 503,
    problem: "The endpoint responded with 503.",
    at: expect.any(String),
  };
  expect(await listed()).toMatchObject([{ lastAttempt: failed }]);
  const page = await show(setting, "/deliveries");
  expect(page["deliveries"]).toMatchObject([
    { attempts: 1, lastAttempt: { ...failed, durationMs: expect.any(Number) } },
  ]);
  receiver.answer = answerOk;
  await site.waitAndDeliver(6000);
  const [one] = z.array(z.looseObject({})).parse(await listed());
  expect(one?.["lastAttempt"]).toEqual({ status: 204, at: expect.any(String) });
  expect(await show(setting)).toMatchObject({ deliveries: 1, failedDeliveries: 0 });
});

describe("WHK-07: a delivery that fails", () => {
  test("is attempted ten times in three days, then fails", async () => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    receiver.answer = answerWith(500);
    await publishOne(setting);
    await site.deliver();
    const pauses: number[] = [];
    for (let tries = 1; tries < 10; tries += 1) {
      const { deliveries } = await show(setting, "/deliveries");
      const [delivery] = Array.isArray(deliveries) ? deliveries : [];
      expect(delivery).toMatchObject({ state: "pending", attempts: tries });
      const pause = Date.parse(String(delivery.nextAttemptAt)) - site.hq.time;
      pauses.push(pause);
      await site.waitAndDeliver(pause - 50);
      expect(receiver.received).toHaveLength(tries);
      await site.waitAndDeliver(51);
      expect(receiver.received).toHaveLength(tries + 1);
    }
    const wanted = [5 / 3600, 5 / 60, 0.5, 2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR);
    for (const [at, pause] of pauses.entries()) {
      // Up to 10 % less or more, plus the duration of the attempt itself.
      expect(pause).toBeGreaterThanOrEqual((wanted[at] ?? 0) * 0.9);
      expect(pause).toBeLessThanOrEqual((wanted[at] ?? 0) * 1.1 + 5 * SECOND);
    }
    expect(await show(setting, "/deliveries?state=failed")).toMatchObject({
      deliveries: [{ state: "failed", attempts: 10, finishedAt: expect.any(String) }],
    });
    expect(await show(setting)).toMatchObject({ enabled: true, failedDeliveries: 1 });
    await site.waitAndDeliver(100 * HOUR);
    expect(receiver.received).toHaveLength(10);
  });

  test.for<[string, number, Record<string, string>]>([
    ["a redirect", 302, { location: "/elsewhere" }],
    ["304", 304, {}],
    ["400", 400, {}],
    ["503", 503, {}],
  ])("reports the response: %s", async ([, status, headers]) => {
    const setting = await startHooked();
    setting.receiver.answer = answerWith(status, headers);
    await publishOne(setting);
    await setting.site.deliver();
    expect(setting.receiver.received).toHaveLength(1);
    const { deliveries } = await show(setting, "/deliveries?state=pending");
    const [{ id }] = Array.isArray(deliveries) ? deliveries : [];
    expect(await show(setting, `/deliveries/${id}`)).toMatchObject({
      body: last(setting.receiver).body.toString(),
      log: [{ number: 1, status, problem: expect.stringContaining(String(status)) }],
    });
    expect(await show(setting)).toMatchObject({ failingSince: expect.any(String) });
  });

  test("waits for Retry-After in seconds or as a date, at most a day", async () => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    const pauseAfter = async (value: string): Promise<number> => {
      receiver.answer = answerWith(429, { "retry-after": value });
      site.hq.time += SECOND;
      await publishOne(setting, `post-${receiver.received.length}`);
      await site.deliver();
      const { deliveries } = await show(setting, "/deliveries?limit=1");
      const [{ nextAttemptAt }] = Array.isArray(deliveries) ? deliveries : [];
      return Math.round((Date.parse(nextAttemptAt) - site.hq.time) / HOUR);
    };
    expect(await pauseAfter("3600")).toBe(1);
    expect(await pauseAfter(new Date(site.hq.time + 2 * HOUR).toUTCString())).toBe(2);
    expect(await pauseAfter("999999")).toBe(24);
    expect(await pauseAfter("soon")).toBe(0);
  });

  test("is retried after a connection reset", async () => {
    const setting = await startHooked();
    setting.receiver.answer = (response) => response.socket?.resetAndDestroy();
    await publishOne(setting);
    await setting.site.deliver();
    setting.receiver.answer = answerOk;
    await setting.site.waitAndDeliver(6 * SECOND);
    expect(await show(setting, "/deliveries")).toMatchObject({
      deliveries: [{ state: "delivered", attempts: 2 }],
    });
  });

  test("is retried and reported if the endpoint does not support TLS", async () => {
    const site = await startHookedSite();
    const receiver = await site.receiver();
    const created = await site.addWebhook(receiver.url.replace("http:", "https:"));
    const setting = { site, receiver, ...created };
    await publishOne(setting);
    await site.deliver();
    const { deliveries } = await show(setting, "/deliveries?state=pending");
    const [{ id, attempts }] = Array.isArray(deliveries) ? deliveries : [];
    expect(attempts).toBe(1);
    expect(await show(setting, `/deliveries/${id}`)).toMatchObject({
      log: [{ number: 1, problem: expect.stringContaining("could not be reached") }],
    });
    expect(receiver.received).toEqual([]);
  });

  test("ignores informational responses", async () => {
    const setting = await startHooked();
    setting.receiver.answer = (response) => {
      response.writeProcessing();
      response.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
      response.writeHead(204).end();
    };
    await publishOne(setting);
    await setting.site.deliver();
    expect(await show(setting, "/deliveries")).toMatchObject({
      deliveries: [{ state: "delivered", attempts: 1 }],
    });
  });

  test("disables its webhook after a 410 and fails pending deliveries", async () => {
    const setting = await startHooked();
    const { site, receiver } = setting;
    receiver.answer = answerWith(410);
    const ids = await site.post("a", "b", "c");
    for (const id of ids) await site.publish(id);
    await site.deliver();
    expect(await show(setting)).toMatchObject({ enabled: false, disabledReason: "gone" });
    const { body } = await site.hq.ask("GET", "/notices");
    expect(body["notices"]).toMatchObject([
      { kind: "webhook-disabled", webhookId: setting.id, reason: "gone" },
    ]);
    // The URL is visible to admins only.
    const notices = await site.hq.ask("GET", "/notices", { as: "viewer" });
    expect(notices.body).toEqual({ notices: [] });
    const { length } = receiver.received;
    await publishOne(setting, "later");
    await site.waitAndDeliver(24 * HOUR);
    expect(receiver.received).toHaveLength(length);
  });

  test("WHK-15: disables its webhook after 120 hours, and can be redelivered after enabling", async () => {
    const setting = await startHooked();
    const { site, receiver, id } = setting;
    receiver.answer = answerWith(500);
    for (let day = 0; day <= 5; day += 1) {
      await publishOne(setting, `day-${day}`);
      await site.deliver();
      site.hq.time += 24 * HOUR;
    }
    expect(await show(setting)).toMatchObject({
      enabled: false,
      disabledReason: "failing",
      disabledAt: expect.any(String),
      failedDeliveries: 6,
    });
    receiver.answer = answerOk;
    receiver.received.length = 0;
    const refused = await site.hq.ask("POST", `/webhooks/${id}/redeliver`);
    expect(refused.body).toMatchObject({ status: 409, code: "conflict" });
    await site.hq.ask("PATCH", `/webhooks/${id}`, { body: { enabled: true } });
    const sent = await site.hq.ask("POST", `/webhooks/${id}/redeliver`);
    expect(sent.body).toEqual({ redelivered: 6 });
    await site.deliver();
    expect(receiver.received).toHaveLength(6);
    const healthy = await show(setting);
    expect(healthy).toMatchObject({ enabled: true, failedDeliveries: 0 });
    expect(healthy).not.toHaveProperty("failingSince");
  });

  test("WHK-17: neither delays nor reverts the publish", async () => {
    const setting = await startHooked();
    setting.receiver.answer = () => {};
    const id = await publishOne(setting);
    const { services, site } = setting.site.hq;
    expect(services.sites.live(site.id).commit).toBeDefined();
    const [other = ""] = await setting.site.post("other");
    const actor = { name: "Ann", email: "ann@example.test" };
    const delivering = setting.site.deliver();
    await setting.receiver.arrived(1);
    await publishEntries(setting.site.store, { entries: [{ id: other }], actor });
    await services.sites.follow(site.id);
    const types = [...services.sites.live(site.id).types.values()];
    expect(types.flatMap(({ entries }) => entries.map((entry) => entry.id)).toSorted()).toEqual(
      [id, other].toSorted(),
    );
    await setting.receiver.close();
    await delivering;
  });
});
