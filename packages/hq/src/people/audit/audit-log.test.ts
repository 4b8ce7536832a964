import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import type { AuditedAct, RefusedAct } from "../../api/manage-deps.ts";
import { testDatabase } from "../../platform/db/database.fixture.ts";
import type { ControlDatabase } from "../../platform/db/database.ts";
import { createLog } from "../../platform/log.ts";
import { createSealer, makeSecretKey, type Sealer } from "../../platform/secrets/sealer.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { startSiteApi } from "../../server/site-api.fixture.ts";
import { pruneAudit, renewAudit, requireAuditKey, verifyAudit } from "./audit-chain.ts";
import { listAudit, openAuditLog } from "./audit-log.ts";

const log = createLog("silent");
const address = "192.0.2.1";

const act = (event: string): AuditedAct => ({
  event,
  actor: undefined,
  params: { id: '\n{"level":50}' },
  address,
});

const refusal = (more: Partial<RefusedAct> = {}): RefusedAct => ({
  ...act("thing.done"),
  refused: "forbidden",
  ...more,
});

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

async function opened(sealer = createSealer([makeSecretKey()])) {
  const database = await testDatabase();
  const clock = { time: day(1) };
  const deps = { sealer, now: () => clock.time };
  const audit = openAuditLog(database, { ...deps, log });
  onTestFinished(() => audit.close());
  return { database, clock, deps, audit };
}

/** Fills the log with one record per day. */
async function filled(count: number) {
  const chain = await opened();
  for (let number = 1; number <= count; number += 1) {
    chain.clock.time = day(number);
    await chain.audit.append(act(`thing.done-${number}`));
  }
  return chain;
}

test("numbers records without gaps, even with concurrent writes", async () => {
  const { database, deps, audit } = await opened();
  const events = Array.from({ length: 20 }, (_, number) => act(`thing.done-${number}`));
  await Promise.all(events.map(async (event) => audit.append(event)));
  expect(await verifyAudit(database, deps)).toEqual({ records: 20, prunedTo: 0 });
});

test.each([
  ["changed", 3],
  ["taken out", 3],
  ["added at the end", 6],
  ["taken off the end", 5],
] as const)("detects a record that was %s (AUT-23)", async (what, brokenAt) => {
  const { database, deps } = await filled(5);
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
  expect(await verifyAudit(database, deps)).toMatchObject({ brokenAt });
});

/** Rewrites the whole chain from some record on, as an attacker with database access could. */
async function rewrite(database: ControlDatabase, sealer: Sealer): Promise<void> {
  const records = await database.selectFrom("audit_log").selectAll().orderBy("seq").execute();
  await database.deleteFrom("audit_log").execute();
  await database.updateTable("audit_head").set({ seq: 0, hash: "", signature: "" }).execute();
  const audit = openAuditLog(database, { sealer, now: () => day(9), log });
  for (const { event } of records.slice(1)) await audit.append(act(event));
  await audit.close();
}

test("detects a log that was rewritten without the instance key (AUT-23)", async () => {
  const { database, deps } = await filled(5);
  await rewrite(database, createSealer([makeSecretKey()]));
  expect(await verifyAudit(database, deps)).toMatchObject({ brokenAt: 1 });
});

test("detects truncation after new records were appended (AUT-23)", async () => {
  const { database, deps, audit } = await filled(5);
  const third = await database
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .where("seq", "=", 3)
    .executeTakeFirstOrThrow();
  await database.deleteFrom("audit_log").where("seq", ">", 3).execute();
  await database.updateTable("audit_head").set(third).execute();
  expect(await verifyAudit(database, deps)).toMatchObject({ records: 3, brokenAt: 4 });
  await audit.append(act("thing.done-6"));
  expect(await verifyAudit(database, deps)).toMatchObject({ records: 3, brokenAt: 4 });
});

test("verifies records signed with an older key alongside a new one", async () => {
  const [old, fresh] = [makeSecretKey(), makeSecretKey()];
  const { database, deps, audit } = await opened(createSealer([old]));
  await audit.append(act("thing.done"));
  const both = { ...deps, sealer: createSealer([fresh, old]) };
  expect(await verifyAudit(database, both)).toEqual({ records: 1, prunedTo: 0 });
});

test("prunes records older than a day and still verifies the others", async () => {
  const { database, deps, clock, audit } = await filled(5);
  expect(await pruneAudit(database, day(4), deps)).toEqual({ pruned: 3, prunedTo: 3 });
  expect(await verifyAudit(database, deps)).toEqual({ records: 3, prunedTo: 3 });
  const records = await listAudit(database, { limit: 10 });
  expect(records.map(({ seq, event }) => [seq, event])).toEqual([
    [6, "audit.pruned"],
    [5, "thing.done-5"],
    [4, "thing.done-4"],
  ]);
  expect(await pruneAudit(database, day(4), deps)).toEqual({ pruned: 0, prunedTo: 3 });
  clock.time = day(9);
  expect(await pruneAudit(database, day(8), deps)).toMatchObject({ pruned: 3, prunedTo: 6 });
  await audit.append(act("thing.done-8"));
  expect(await verifyAudit(database, deps)).toEqual({ records: 2, prunedTo: 6 });
});

test("refuses to prune a broken log and rejects a forged checkpoint", async () => {
  const { database, deps } = await filled(5);
  const third = await database
    .selectFrom("audit_log")
    .select(["seq", "hash"])
    .where("seq", "=", 3)
    .executeTakeFirstOrThrow();
  await database.deleteFrom("audit_log").where("seq", "<=", 3).execute();
  const created = { id: 1, ...third, pruned_at: day(5).toISOString(), signature: third.hash };
  await database.insertInto("audit_checkpoint").values(created).execute();
  expect(await verifyAudit(database, deps)).toMatchObject({ records: 0, brokenAt: 3 });
  await expect(pruneAudit(database, day(5), deps)).rejects.toMatchObject({ code: "audit_broken" });
});

test("rejects a key that signed nothing in the log, and accepts the right one", async () => {
  const { database, deps } = await filled(2);
  const other = createSealer([makeSecretKey()]);
  await expect(requireAuditKey(database, other)).rejects.toMatchObject({
    code: "data_dir_unusable",
    message: expect.stringContaining("Restore the right key"),
  });
  await requireAuditKey(database, deps.sealer);
  expect(await verifyAudit(database, deps)).toEqual({ records: 2, prunedTo: 0 });
  await requireAuditKey(await testDatabase(), other);
});

test("keeps running after the head of the log was tampered with", async () => {
  const { database, deps } = await filled(3);
  await database.updateTable("audit_head").set({ seq: 2 }).execute();
  await expect(requireAuditKey(database, deps.sealer)).resolves.toBeUndefined();
});

test("restarts the log after a lost key; earlier records stay unverified", async () => {
  const { database, deps } = await filled(3);
  const fresh = { ...deps, sealer: createSealer([makeSecretKey()]) };
  expect(await renewAudit(database, fresh)).toEqual({ renewedAfter: 3 });
  await requireAuditKey(database, fresh.sealer);
  const audit = openAuditLog(database, { ...fresh, log });
  await audit.append(act("thing.done-4"));
  await audit.close();
  expect(await verifyAudit(database, fresh)).toEqual({ records: 2, prunedTo: 3, unverified: 3 });
  const records = await listAudit(database, { limit: 10 });
  expect(records.map(({ seq, event }) => [seq, event])).toEqual([
    [5, "thing.done-4"],
    [4, "audit.renewed"],
    [3, "thing.done-3"],
    [2, "thing.done-2"],
    [1, "thing.done-1"],
  ]);
  expect(await pruneAudit(database, day(2), fresh)).toEqual({ pruned: 1, prunedTo: 3 });
  expect(await verifyAudit(database, fresh)).toEqual({ records: 3, prunedTo: 3, unverified: 2 });
});

test("renews a log that a wrong key continued, but not an intact one", async () => {
  const { database, deps, audit } = await filled(2);
  await expect(renewAudit(database, deps)).rejects.toMatchObject({ code: "conflict" });
  const wrong = openAuditLog(database, { ...deps, sealer: createSealer([makeSecretKey()]), log });
  await wrong.append(act("thing.done-3"));
  await wrong.close();
  expect(await verifyAudit(database, deps)).toMatchObject({ records: 2, brokenAt: 3 });
  await renewAudit(database, deps);
  await audit.append(act("thing.done-5"));
  expect(await verifyAudit(database, deps)).toEqual({ records: 2, prunedTo: 3, unverified: 3 });
});

test("groups anonymous denials in one counted record", async () => {
  const { database, deps, audit } = await opened();
  for (let number = 0; number < 1000; number += 1) {
    audit.countRefusal(refusal({ params: { site: `${number}`.repeat(2000) } }));
  }
  expect(await listAudit(database, { limit: 10 })).toEqual([]);
  await audit.flush();
  expect(await listAudit(database, { limit: 10 })).toMatchObject([
    { event: "thing.done", outcome: "forbidden", times: 1000, address, target: {} },
  ]);
  expect(await verifyAudit(database, deps)).toMatchObject({ records: 1 });
});

test("limits the number of records per minute for denials", async () => {
  const { database, audit } = await opened();
  for (let number = 0; number < 2000; number += 1) {
    audit.countRefusal(refusal({ address: `10.0.${number % 250}.${Math.floor(number / 250)}` }));
  }
  await audit.flush();
  const records = await listAudit(database, { limit: 1000 });
  expect(records).toHaveLength(501);
  expect(records).toContainEqual(
    expect.objectContaining({ event: "others.refused", times: 1500, address: "" }),
  );
});

test("keeps counting denials that cannot be written", async () => {
  const { database, deps } = await opened();
  let full = true;
  const now = (): Date => {
    if (full) throw new Error("no space");
    return deps.now();
  };
  const audit = openAuditLog(database, { ...deps, now, log });
  audit.countRefusal(refusal());
  await expect(audit.flush()).rejects.toThrow("no space");
  full = false;
  audit.countRefusal(refusal());
  await audit.close();
  expect(await listAudit(database, { limit: 10 })).toMatchObject([{ times: 2 }]);
});

test("stores client input as one escaped and truncated value", async () => {
  const { database, audit } = await filled(1);
  await audit.append({ ...act("thing.done-2"), params: { id: "x".repeat(7900) } });
  expect(await listAudit(database, { limit: 10 })).toMatchObject([
    { target: { id: "x".repeat(200) } },
    { seq: 1, target: { id: '\n{"level":50}' }, outcome: "allowed", times: 1 },
  ]);
});

test("lists allowed and denied acts of a site for its admins in pages (AUT-23)", async () => {
  const hq = await startManagedHq();
  const { database } = hq.services.hq;
  await hq.addPerson("eva", "member");
  await hq.ask("admin", "POST", "/workspaces/main/sites", { body: { name: "Blog" } });
  const { id } = await database.selectFrom("sites").select("id").executeTakeFirstOrThrow();
  await hq.ask("eva", "POST", `/sites/${id}/keys`, { body: { name: "Mine" } });
  await hq.ask("admin", "POST", `/sites/${id}/keys`, { body: { name: "Build" } });
  const first = await hq.ask("admin", "GET", `/sites/${id}/audit?limit=1`);
  expect(first.body).toMatchObject({
    records: [{ event: "read-key.created", outcome: "forbidden", times: 1, siteId: id }],
    cursor: "3",
  });
  const second = await hq.ask("admin", "GET", `/sites/${id}/audit?limit=1&cursor=3`);
  expect(second.body).toMatchObject({
    records: [{ event: "read-key.created", outcome: "allowed" }],
  });
  for (const cursor of ["3000000000", "0", "x"]) {
    const refused = await hq.ask("admin", "GET", `/sites/${id}/audit?cursor=${cursor}`);
    expect([refused.status, refused.body["code"]]).toEqual([400, "invalid_cursor"]);
  }
  expect((await hq.ask("eva", "GET", `/sites/${id}/audit`)).status).toBe(403);
  expect(JSON.stringify(first.body)).not.toContain("loam_read_");
});

test("filters records by act, user, outcome, and time, and shows their target", async () => {
  const hq = await startSiteApi();
  onTestFinished(() => hq.close());
  const key = await hq.ask("POST", "/keys", { body: { name: "Build" } });
  await hq.ask("DELETE", `/keys/${String(key.body["id"])}`);
  await hq.ask("PUT", "/access", { body: { user: "u-viewer", role: "write" } });
  await hq.ask("POST", "/keys", { as: "writer", body: { name: "Mine" } });
  // Reading first writes the denied acts counted so far.
  await hq.ask("GET", "/audit");
  hq.time += 60_000;
  await hq.ask("POST", "/draft-key");
  const found = async (query: string): Promise<unknown> => {
    const { body } = await hq.ask("GET", `/audit?${query}`);
    return z
      .array(z.looseObject({ event: z.string(), outcome: z.string() }))
      .parse(body["records"])
      .map(({ event, outcome }) => `${event} ${outcome}`);
  };
  expect(await found("event=read-key")).toEqual([
    "read-key.created forbidden",
    "read-key.revoked allowed",
    "read-key.created allowed",
  ]);
  expect(await found("event=read-key.revoked")).toEqual(["read-key.revoked allowed"]);
  expect(await found("event=key")).toEqual([]);
  expect(await found("user=u-writer")).toEqual(["read-key.created forbidden"]);
  expect(await found("outcome=refused")).toEqual(["read-key.created forbidden"]);
  expect(await found("outcome=allowed&event=access")).toEqual(["access.granted allowed"]);
  const minute = new Date(hq.time).toISOString();
  expect(await found(`from=${minute}`)).toEqual(["draft-key.regenerated allowed"]);
  expect(await found(`until=${minute}&event=draft-key`)).toEqual([]);
  const { body } = await hq.ask("GET", "/audit?event=access.granted");
  expect(body["records"]).toMatchObject([
    { userName: "admin", target: { site: hq.site.id, user: "u-viewer", role: "write" } },
  ]);
  for (const query of ["event=%25", "event=a_b", "outcome=some", "from=yesterday"]) {
    expect((await hq.ask("GET", `/audit?${query}`)).status).toBe(400);
  }
});
