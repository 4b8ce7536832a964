import { expect, test } from "vitest";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { appendAudit, listAudit, verifyAudit } from "./audit-log.ts";

const now = () => new Date("2026-11-20T09:30:00.000Z");

const act = (event: string) => ({
  event,
  actor: undefined,
  params: { id: '\n{"level":50}' },
  address: "192.0.2.1",
});

async function filled(count: number) {
  const database = await testDatabase();
  for (let number = 1; number <= count; number += 1) {
    await appendAudit(database, act(`thing.done-${number}`), { now });
  }
  return database;
}

test("records follow each other without a gap, also when many are written at once", async () => {
  const database = await testDatabase();
  const events = Array.from({ length: 20 }, (_, number) => act(`thing.done-${number}`));
  await Promise.all(events.map((event) => appendAudit(database, event, { now })));
  expect(await verifyAudit(database)).toEqual({ records: 20 });
});

test.each([
  ["changed", 3],
  ["taken out", 3],
  ["added at the end", 6],
  ["taken off the end", 5],
] as const)("a record that was %s is found (AUT-23)", async (what, brokenAt) => {
  const database = await filled(5);
  const change = {
    changed: () =>
      database.updateTable("audit_log").set({ outcome: "forbidden" }).where("seq", "=", 3),
    "taken out": () => database.deleteFrom("audit_log").where("seq", "=", 3),
    "added at the end": () => database.insertInto("audit_log").values({ ...row, seq: 6 }),
    "taken off the end": () => database.deleteFrom("audit_log").where("seq", "=", 5),
  };
  const row = await database
    .selectFrom("audit_log")
    .selectAll()
    .where("seq", "=", 5)
    .executeTakeFirstOrThrow();
  await change[what]().execute();
  expect(await verifyAudit(database)).toMatchObject({ brokenAt });
});

test("what a caller sends stays one escaped value of one record", async () => {
  const database = await filled(1);
  const [record] = await listAudit(database, { limit: 10 });
  expect(record).toMatchObject({ seq: 1, target: { id: '\n{"level":50}' }, outcome: "allowed" });
});

test("allowed and refused acts of a site are listed to its admins, page by page (AUT-23)", async () => {
  const hq = await startManagedHq();
  const { database } = hq.services.hq;
  await hq.addPerson("eva", "member");
  await hq.ask("admin", "POST", "/workspaces/main/sites", { body: { name: "Blog" } });
  const { id } = await database.selectFrom("sites").select("id").executeTakeFirstOrThrow();
  await hq.ask("eva", "POST", `/sites/${id}/keys`, { body: { name: "Mine" } });
  await hq.ask("admin", "POST", `/sites/${id}/keys`, { body: { name: "Build" } });
  for (const each of hq.acts) await appendAudit(database, each, { now });
  const first = await hq.ask("admin", "GET", `/sites/${id}/audit?limit=1`);
  expect(first.body).toMatchObject({
    records: [{ event: "read-key.created", outcome: "allowed", siteId: id }],
    next: 3,
  });
  expect(await hq.ask("admin", "GET", `/sites/${id}/audit?limit=5&before=3`)).toMatchObject({
    body: { records: [{ event: "read-key.created", outcome: "forbidden" }], next: null },
  });
  expect((await hq.ask("admin", "GET", `/sites/${id}/audit?before=3000000000`)).status).toBe(400);
  expect((await hq.ask("eva", "GET", `/sites/${id}/audit`)).status).toBe(403);
  expect(JSON.stringify(first.body)).not.toContain("loam_read_");
});
