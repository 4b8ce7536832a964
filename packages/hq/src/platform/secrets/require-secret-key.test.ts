import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appendRecords } from "../../people/audit/audit-chain.ts";
import { testDatabase } from "../db/database.fixture.ts";
import { requireSecretKey } from "./open-sealer.ts";
import { createSealer, makeSecretKey } from "./sealer.ts";

test("does not replace a missing key that sealed secrets (OPS-02)", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-key-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "secret.key");
  const database = await testDatabase();
  const missing = { keys: [], path };
  await requireSecretKey(database, missing);

  const created_at = "2026-11-20T12:00:00.000Z";
  const user = { id: "u1", email: "a@b.test", name: "A", password_hash: "-", created_at };
  await database
    .insertInto("users")
    .values({ ...user, instance_admin: 0 })
    .execute();
  const sealed = { user_id: "u1", sealed_secret: "s1.x", created_at, last_step: 0 };
  await database.insertInto("totp_secrets").values(sealed).execute();
  await expect(requireSecretKey(database, missing)).rejects.toMatchObject({
    code: "data_dir_unusable",
    message: expect.stringContaining("Restore it"),
  });
  await requireSecretKey(database, { keys: [makeSecretKey()], path });
  writeFileSync(path, "");
  await requireSecretKey(database, missing);
});

test("does not replace a missing key that signed the audit log", async () => {
  const database = await testDatabase();
  const sealer = createSealer([makeSecretKey()]);
  const act = { event: "thing.done", actor: undefined, params: {}, address: "" };
  const record = { ...act, outcome: "allowed", times: 1 };
  await appendRecords(database, [record], { sealer, now: () => new Date() });
  const missing = { keys: [], path: join(tmpdir(), "loam-no-such.key") };
  await expect(requireSecretKey(database, missing)).rejects.toMatchObject({
    code: "data_dir_unusable",
  });
});
