import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signWebhook } from "./sign-webhook.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const SECRET = `whsec_${randomBytes(32).toString("base64")}`;
const OTHER = `whsec_${randomBytes(32).toString("base64")}`;
const WHEN = new Date("2026-11-20T09:30:00.000Z");
const EVENT = {
  event: "entry.published",
  site_id: "s",
  content_type: "posts",
  entry_id: "e",
  entry_slug: "雪",
  occurred_at: "2026-11-20T09:30:00.000Z",
  sequence: 7,
} as const;
const BODY = JSON.stringify(EVENT);
const SIGNED = { secret: SECRET, id: "evt_1", when: WHEN, body: BODY };
const now = (): Date => WHEN;
const later = (seconds: number) => () => new Date(WHEN.getTime() + seconds * 1000);

describe("a signed webhook", () => {
  test("is verified with headers of fetch or Node.js, as text or bytes", () => {
    const headers = signWebhook(SIGNED);
    expect(verifyWebhook({ secret: SECRET, headers, body: BODY, now })).toEqual(EVENT);
    const fetched = new Headers(headers);
    const bytes = new TextEncoder().encode(BODY);
    expect(verifyWebhook({ secret: SECRET, headers: fetched, body: bytes, now })).toEqual(EVENT);
  });

  test("has the sequence number 0 if HQ does not number its events", () => {
    const { sequence: _, ...event } = EVENT;
    const body = JSON.stringify(event);
    const headers = signWebhook({ ...SIGNED, body });
    expect(verifyWebhook({ secret: SECRET, headers, body, now })).toEqual({
      ...event,
      sequence: 0,
    });
  });

  test("is verified with either secret after a rotation", () => {
    const headers = signWebhook({ ...SIGNED, previousSecret: OTHER });
    for (const secret of [SECRET, OTHER]) {
      expect(verifyWebhook({ secret, headers, body: BODY, now })).toEqual(EVENT);
    }
  });

  test("has the known signatures of the Standard Webhooks specification", () => {
    const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    const id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    const when = new Date(1_614_265_330_000);
    expect(signWebhook({ secret, id, when, body: '{"test": 2432232314}' })).toMatchObject({
      "webhook-id": id,
      "webhook-timestamp": "1614265330",
      "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    });
  });
});

describe("rejects a webhook", () => {
  const headers = signWebhook(SIGNED);

  test.for<[string, Partial<Parameters<typeof verifyWebhook>[0]>]>([
    ["with another body", { body: `${BODY} ` }],
    ["with another secret", { secret: OTHER }],
    ["with another id", { headers: { ...headers, "webhook-id": "evt_2" } }],
    ["with another time", { headers: { ...headers, "webhook-timestamp": "1795000000" } }],
    ["without a time", { headers: { ...headers, "webhook-timestamp": undefined } }],
    ["with an invalid time", { headers: { ...headers, "webhook-timestamp": "NaN" } }],
    ["without a signature", { headers: { ...headers, "webhook-signature": undefined } }],
    ["with only x-cms-signature", { headers: { "x-cms-signature": "00" } }],
    ["with an empty signature", { headers: { ...headers, "webhook-signature": "v1," } }],
    ["after five minutes", { now: later(301) }],
    ["from the future", { now: later(-301) }],
    ["after a shorter tolerance", { now: later(11), toleranceSeconds: 10 }],
  ])("%s", ([, changes]) => {
    const input = { secret: SECRET, headers, body: BODY, now, ...changes };
    expect(() => verifyWebhook(input)).toThrow(
      expect.objectContaining({ code: "invalid_signature" }),
    );
  });

  test("with a valid signature but no event", () => {
    for (const body of ["", "[]", "null", '{"event":"x"}', JSON.stringify({ ...EVENT, test: 1 })]) {
      const signed = signWebhook({ ...SIGNED, body });
      expect(() => verifyWebhook({ secret: SECRET, headers: signed, body, now })).toThrow(
        "not an event",
      );
    }
  });
});

test.for([
  "",
  "whsec_",
  "secret",
  SECRET.slice(0, 30),
  `whsec_${randomBytes(23).toString("base64")}`,
])("WHK-11: rejects the secret %j, like one of less than 24 bytes", (secret) => {
  expect(() => signWebhook({ ...SIGNED, secret })).toThrow("24 to 64 bytes");
  expect(() => verifyWebhook({ secret, headers: {}, body: "" })).toThrow("24 to 64 bytes");
});
