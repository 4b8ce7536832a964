import { describe, expect, test } from "vitest";
import { openTestDatabase, testDatabase, testDatabaseAddress } from "./database.fixture.ts";
import { acquireLease, releaseLease, renewLease } from "./leases.ts";

const START = Date.parse("2026-11-20T09:30:00.000Z");

function leaseClock() {
  const clock = { seconds: 0 };
  return { clock, options: { ttlMs: 30_000, now: () => new Date(START + clock.seconds * 1000) } };
}

const a = { name: "publish s1", owner: "a" };
const b = { name: "publish s1", owner: "b" };

describe("a lease", () => {
  test("belongs to one owner until it expires, and the next fence is greater", async () => {
    const database = await testDatabase();
    const { clock, options } = leaseClock();
    expect(await acquireLease(database, a, options)).toEqual({ ...a, fence: 1 });
    clock.seconds = 29.999;
    expect(await acquireLease(database, b, options)).toBeUndefined();
    expect(await acquireLease(database, a, options)).toBeUndefined();
    clock.seconds = 30;
    expect(await acquireLease(database, b, options)).toEqual({ ...b, fence: 2 });
  });

  test("lasts longer when renewed, even after it expired unclaimed", async () => {
    const database = await testDatabase();
    const { clock, options } = leaseClock();
    const lease = { ...a, fence: 1 };
    await acquireLease(database, a, options);
    clock.seconds = 20;
    expect(await renewLease(database, lease, options)).toBe(true);
    clock.seconds = 49;
    expect(await acquireLease(database, b, options)).toBeUndefined();
    clock.seconds = 1000;
    expect(await renewLease(database, lease, options)).toBe(true);
    expect(await acquireLease(database, b, options)).toBeUndefined();
  });

  test("taken by another owner can neither be renewed nor released by the previous one", async () => {
    const database = await testDatabase();
    const { clock, options } = leaseClock();
    await acquireLease(database, a, options);
    clock.seconds = 31;
    const taken = await acquireLease(database, b, options);
    expect(await renewLease(database, { ...a, fence: 1 }, options)).toBe(false);
    await releaseLease(database, { ...a, fence: 1 });
    expect(await acquireLease(database, a, options)).toBeUndefined();
    expect(taken?.fence).toBe(2);
  });

  test("is free immediately after release, cannot be renewed, and continues its fences", async () => {
    const database = await testDatabase();
    const { options } = leaseClock();
    await acquireLease(database, a, options);
    await releaseLease(database, { ...a, fence: 1 });
    expect(await renewLease(database, { ...a, fence: 1 }, options)).toBe(false);
    expect(await acquireLease(database, a, options)).toEqual({ ...a, fence: 2 });
  });

  test("is acquired by one of many concurrent processes", async () => {
    const address = await testDatabaseAddress();
    const databases = Array.from({ length: 4 }, () => openTestDatabase(address));
    for (const fence of [1, 2, 3]) {
      const asked = Array.from({ length: 20 }, (_, index) => {
        const database = databases[index % 4];
        return database && acquireLease(database, { name: "x", owner: `${index}` }, { ttlMs: 1e6 });
      });
      const got = (await Promise.all(asked)).filter((lease) => lease !== undefined);
      expect(got.map((lease) => lease.fence)).toEqual([fence]);
      for (const lease of got) await releaseLease(openTestDatabase(address), lease);
    }
  });

  test("with another name is independent, and uses the database's clock by default", async () => {
    const database = await testDatabase();
    expect(await acquireLease(database, a, { ttlMs: 60_000 })).toMatchObject({ fence: 1 });
    expect(await acquireLease(database, b, { ttlMs: 60_000 })).toBeUndefined();
    expect(await acquireLease(database, { ...b, name: "y" }, { ttlMs: 0 })).toBeDefined();
    expect(await acquireLease(database, { ...a, name: "y" }, { ttlMs: 0 })).toBeDefined();
    const { expires_at } = await database
      .selectFrom("leases")
      .select("expires_at")
      .where("name", "=", a.name)
      .executeTakeFirstOrThrow();
    expect(new Date(expires_at).toISOString()).toBe(expires_at);
  });
});
