import { describe, expect, test } from "vitest";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { createWorkspace } from "../workspaces/workspaces.ts";
import { isDraftKey, regenerateDraftKey } from "./draft-key.ts";
import {
  createReadKey,
  createSiteKeys,
  listReadKeys,
  revokeReadKey,
  type SiteKeys,
} from "./read-keys.ts";

const SITE = "s1";

interface Fixture {
  readonly database: ControlDatabase;
  readonly keys: SiteKeys;
  readonly clock: { ms: number; time: Date };
  readonly now: () => Date;
}

async function makeKeys(): Promise<Fixture> {
  const database = await testDatabase();
  const { id } = await createWorkspace(database, { slug: "main" });
  const site = { id: SITE, workspace_id: id, name: "S", created_by: null, created_at: "2026" };
  await database.insertInto("sites").values(site).execute();
  const clock = { ms: 1000, time: new Date("2026-11-20T12:00:30.000Z") };
  const now = (): Date => clock.time;
  const keys = createSiteKeys(database, { now, monotonicMs: () => clock.ms });
  return { database, keys, clock, now };
}

describe("an API key", () => {
  test("KEY-01: gives access to its site only with its exact text", async () => {
    const { database, keys } = await makeKeys();
    const { key } = await createReadKey(database, { siteId: SITE, name: "k" });
    expect(await keys.siteOfReadKey(key)).toBe(SITE);
    const other = `${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`;
    for (const text of ["", "x", key.slice(0, -1), other, `${key} `]) {
      expect(await keys.siteOfReadKey(text)).toBeUndefined();
    }
  });

  test("gives no access after it is revoked", async () => {
    const { database, keys } = await makeKeys();
    const { key, id } = await createReadKey(database, { siteId: SITE, name: "k" });
    expect(await keys.siteOfReadKey(key)).toBe(SITE);
    await revokeReadKey(database, id);
    expect(await keys.siteOfReadKey(key)).toBeUndefined();
  });

  test("is not cached in its old state if it is revoked while being read", async () => {
    const { database, keys } = await makeKeys();
    const { key, id } = await createReadKey(database, { siteId: SITE, name: "k" });
    for (let round = 0; round < 20; round += 1) {
      const reading = keys.siteOfReadKey(key);
      if (round === 5) void revokeReadKey(database, id);
      await reading;
    }
    await revokeReadKey(database, id);
    expect(await keys.siteOfReadKey(key)).toBeUndefined();
  });

  test("gives no access a second after another process revoked it", async () => {
    const { database, keys, clock } = await makeKeys();
    const { key, id } = await createReadKey(database, { siteId: SITE, name: "k" });
    expect(await keys.siteOfReadKey(key)).toBe(SITE);
    const revoked = { revoked_at: "2026-11-20T12:00:30.000Z" };
    await database.updateTable("read_keys").set(revoked).where("id", "=", id).execute();
    clock.ms += 1000;
    expect(await keys.siteOfReadKey(key)).toBeUndefined();
  });

  test("is cached for a short time", async () => {
    const { database, keys, clock } = await makeKeys();
    const { key } = await createReadKey(database, { siteId: SITE, name: "k" });
    await keys.siteOfReadKey(key);
    await database.deleteFrom("read_keys").execute();
    clock.ms += 300;
    expect(await keys.siteOfReadKey(key)).toBe(SITE);
  });

  test("gives access immediately after creation, even if it was tried before", async () => {
    const { database, keys } = await makeKeys();
    const { key } = await createReadKey(database, { siteId: SITE, name: "k" });
    const row = await database.selectFrom("read_keys").selectAll().executeTakeFirstOrThrow();
    await database.deleteFrom("read_keys").execute();
    expect(await keys.siteOfReadKey(key)).toBeUndefined();
    await database.insertInto("read_keys").values(row).execute();
    expect(await keys.siteOfReadKey(key)).toBe(SITE);
  });

  test("records the minute of its last use", async () => {
    const { database, keys, clock } = await makeKeys();
    const { key } = await createReadKey(database, { siteId: SITE, name: "k" });
    const lastUse = async () => (await listReadKeys(database, SITE))[0]?.lastUsedAt;
    await keys.siteOfReadKey(key);
    await expect.poll(lastUse).toBe("2026-11-20T12:00:00.000Z");
    clock.time = new Date("2026-11-20T12:01:05.000Z");
    await keys.siteOfReadKey(key);
    await expect.poll(lastUse).toBe("2026-11-20T12:01:00.000Z");
  });
});

test("KEY-06: takes effect immediately when a draft key is regenerated", async () => {
  const { database, now } = await makeKeys();
  const first = await regenerateDraftKey(database, SITE, { now });
  expect(await isDraftKey(database, SITE, first.draftKey)).toBe(true);
  const second = await regenerateDraftKey(database, SITE, { now });
  expect(await isDraftKey(database, SITE, first.draftKey)).toBe(false);
  expect(await isDraftKey(database, SITE, second.draftKey)).toBe(true);
  expect(await isDraftKey(database, "s2", second.draftKey)).toBe(false);
});
