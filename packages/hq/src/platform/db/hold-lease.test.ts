import { once } from "node:events";
import { expect, test } from "vitest";
import { testDatabase, testDatabaseAddress, openTestDatabase } from "./database.fixture.ts";
import type { ControlDatabase } from "./database.ts";
import { holdLease, withLease, acquireLease } from "./leases.ts";

const OFTEN = { renewEveryMs: 5 };
const START = Date.parse("2026-11-20T09:30:00.000Z");

function atStart(): Date {
  return new Date(START);
}

async function expiry(database: ControlDatabase): Promise<string> {
  const row = await database.selectFrom("leases").select("expires_at").executeTakeFirstOrThrow();
  return row.expires_at;
}

test("renews a held lease until it is released", async () => {
  const database = await testDatabase();
  let nowMs = START;
  const options = { ...OFTEN, ttlMs: 60_000, now: () => new Date(nowMs) };
  const lease = await holdLease(database, "x", options);
  expect(await holdLease(database, "x", options)).toBeUndefined();

  nowMs += 50_000;
  await expect.poll(() => expiry(database)).toBe(new Date(START + 110_000).toISOString());
  nowMs += 50_000;
  await expect.poll(() => expiry(database)).toBe(new Date(START + 160_000).toISOString());

  await lease?.release();
  await lease?.release();
  expect(lease?.signal.aborted).toBe(false);
  await using next = await holdLease(database, "x", options);
  expect(next?.fence).toBe(2);
});

test("notifies the holder of a lost lease and does not release the new owner's", async () => {
  const database = await testDatabase();
  const lease = await holdLease(database, "x", { renewEveryMs: 50, ttlMs: 60_000, now: atStart });
  if (lease === undefined) throw new Error("not held");
  const late = { ttlMs: 600_000, now: () => new Date(START + 60_001) };
  // The other owner's clock is past every expiry that the holder's renewals set.
  expect(await acquireLease(database, { name: "x", owner: "other" }, late)).toBeDefined();

  await once(lease.signal, "abort");
  expect(lease.signal.reason).toMatchObject({ code: "conflict" });
  await lease.release();
  expect(await acquireLease(database, { name: "x", owner: "third" }, late)).toBeUndefined();
});

test("loses a lease when the database is unreachable for as long as it lasts", async () => {
  const database = openTestDatabase(await testDatabaseAddress());
  const lease = await holdLease(database, "x", { ttlMs: 200, renewEveryMs: 10 });
  if (lease === undefined) throw new Error("not held");
  await database.destroy();
  await once(lease.signal, "abort");
  await lease.release();
  expect(lease.signal.aborted).toBe(true);
});

test("runs work under a lease one at a time, even after a failure", async () => {
  const address = await testDatabaseAddress();
  let working = 0;
  const most: number[] = [];
  const work = async (fail: boolean): Promise<void> => {
    working += 1;
    most.push(working);
    await new Promise(setImmediate);
    working -= 1;
    if (fail) throw new Error("failed");
  };
  const done = await Promise.allSettled(
    [false, true, false].map((fail) =>
      withLease(openTestDatabase(address), "x", () => work(fail), { retryEveryMs: 5 }),
    ),
  );
  expect(most).toEqual([1, 1, 1]);
  expect(done.filter(({ status }) => status === "rejected")).toHaveLength(1);
});
