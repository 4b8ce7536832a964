import { onTestFinished } from "vitest";
import {
  type Answer,
  startReceiver,
  type WebhookReceiver,
} from "../../../../../tests/support/hq/webhook-receiver.ts";
import { type Cidr, parseCidr } from "./address-rules.ts";
import { createEgress, type Egress } from "./egress.ts";
import type { Resolve } from "./send-out.ts";

export const PUBLIC = "93.184.215.14";
export const POST = { headers: {}, body: "{}", deadlineMs: 60_000, maxBytes: 4096 } as const;

export function networks(...texts: readonly string[]): Cidr[] {
  return texts.map((text) => {
    const cidr = parseCidr(text);
    if (cidr === undefined) throw new Error(text);
    return cidr;
  });
}

export function openEgress(
  allow: readonly Cidr[] = [],
  resolve: Resolve = resolveTo(PUBLIC),
): Egress {
  const egress = createEgress({ allow, resolve });
  onTestFinished(() => egress.close());
  return egress;
}

export function resolveTo(...addresses: readonly string[]): Resolve {
  const found = addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
  return () => Promise.resolve(found);
}

export async function receiver(answer?: Answer): Promise<WebhookReceiver> {
  const started = await startReceiver(answer);
  onTestFinished(() => started.close());
  return started;
}

/** Networks of this machine. */
export const LOCAL: readonly Cidr[] = networks("127.0.0.0/8");
