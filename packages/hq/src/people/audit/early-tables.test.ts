import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import { earlyTables } from "../../platform/db/migrations/027-early-tables.ts";
import { createSealer } from "../../platform/secrets/sealer.ts";
import { appendRecords, byCommand, verifyAudit } from "./audit-chain.ts";

const AT = "2026-11-20T09:30:00.000Z";
const WORKSPACE = { id: "w1", slug: "ours", name: "Ours", created_at: AT };
const SITE = { id: "s1", workspace_id: "w1", name: "S", created_by: null, created_at: AT };

test("converts early tables and keeps their rows", async () => {
  const database = await testDatabase();
  await database.insertInto("workspaces").values(WORKSPACE).execute();
  await database.insertInto("sites").values(SITE).execute();
  const transfer = { id: "t1", site_id: "s1", workspace: "ours", workspace_id: "w1" };
  const times = { requested_by: null, requested_at: AT, expires_at: AT };
  await database
    .insertInto("site_transfers")
    .values({ ...transfer, ...times })
    .execute();
  await sql`insert into audit_log (seq, at, event, outcome, times, address, target, hash)
    values (1, ${AT}, 'site.created', 'allowed', 1, '::1', '{}', 'abc')`.execute(database);
  await sql`update audit_head set seq = 1, hash = 'abc'`.execute(database);
  await sql`alter table sites drop column preview_epoch`.execute(database);
  await sql`alter table site_transfers drop column workspace`.execute(database);
  await sql`alter table audit_log drop column times`.execute(database);
  await sql`alter table audit_head drop column signature`.execute(database);
  await sql`drop table audit_checkpoint`.execute(database);

  await earlyTables.up(database);
  expect(await database.selectFrom("site_transfers").selectAll().execute()).toMatchObject([
    transfer,
  ]);
  expect(await database.selectFrom("sites").select("preview_epoch").execute()).toEqual([
    { preview_epoch: null },
  ]);
  const deps = { sealer: createSealer([Buffer.alloc(32, 1)]), now: () => new Date(AT) };
  const unsigned = { records: 0, prunedTo: 1, unverified: 1 };
  expect(await verifyAudit(database, deps)).toEqual(unsigned);

  await appendRecords(database, [byCommand("site.deleted", {})], deps);
  expect(await verifyAudit(database, deps)).toEqual({ ...unsigned, records: 1 });
  await sql`update audit_log set event = 'site.kept' where seq = 2`.execute(database);
  expect(await verifyAudit(database, deps)).toMatchObject({ brokenAt: 2 });
  // A second run changes nothing.
  await earlyTables.up(database);
  expect(await database.selectFrom("site_transfers").select("id").execute()).toHaveLength(1);
});
