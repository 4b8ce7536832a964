import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { signWebhook } from "@loam/cms-core/webhook";
import { expect, onTestFinished, test } from "vitest";
import { freePort } from "../../support/free-port.ts";

const PROGRAM = fileURLToPath(
  new URL("../../../examples/webhook-receiver/receiver.ts", import.meta.url),
);
const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwq1yT8sWm3aE=";

interface Receiver {
  /** Sends a body and returns the status. */
  send(body: string, headers: Readonly<Record<string, string>>): Promise<number>;
  /** Returns the next printed line. */
  nextLine(): Promise<string>;
}

async function startExample(): Promise<Receiver> {
  const port = String(await freePort());
  const child = spawn(process.execPath, ["-C", "@loam/source", PROGRAM], {
    env: { ...process.env, CMS_WEBHOOK_SECRET: secret, PORT: port },
    stdio: ["ignore", "pipe", "ignore"],
  });
  onTestFinished(async () => {
    child.kill();
    await once(child, "close");
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async (): Promise<string> => String((await lines.next()).value);
  expect(await nextLine()).toContain(port);
  return {
    nextLine,
    send: async (body, headers) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body, headers })).status,
  };
}

const eventNamed = (entry_slug: string): string =>
  JSON.stringify({
    event: "entry.published",
    site_id: "s",
    content_type: "posts",
    entry_id: "e",
    entry_slug,
    occurred_at: "2026-11-20T09:30:00.000Z",
  });

const sign = (body: string, id: string) => signWebhook({ secret, id, when: new Date(), body });

test("the example receiver handles an event once and refuses wrong signatures", async () => {
  const receiver = await startExample();
  const [first, second] = [eventNamed("one"), eventNamed("two")];
  expect(await receiver.send(first, sign(second, "evt_1"))).toBe(401);
  expect(await receiver.send(first, sign(first, "evt_1"))).toBe(204);
  expect(await receiver.send(first, sign(first, "evt_1"))).toBe(204);
  expect(await receiver.send(second, sign(second, "evt_2"))).toBe(204);
  expect([await receiver.nextLine(), await receiver.nextLine()]).toEqual([
    "2026-11-20T09:30:00.000Z entry.published posts/one",
    "2026-11-20T09:30:00.000Z entry.published posts/two",
  ]);
});
