import { makeSealingKeys, openSecrets } from "@loam/cms-core/seal";
import { expect, test } from "vitest";
import { z } from "zod";
import { sealSecret } from "../../client/seal-secret.ts";
import { startManagedHq } from "../../server/manage-api.fixture.ts";
import { addWorker, type FakeWorker } from "../workers/fake-worker.fixture.ts";

async function openWorld() {
  const hq = await startManagedHq();
  const { publicKey, privateKey } = await makeSealingKeys();
  const worker = await addWorker(hq, "Mill", { publicKey });
  await worker.poll();
  const workspace = await hq.ask("admin", "GET", "/workspaces/main");
  const workspaceId = String(workspace.body["id"]);
  const place = `/workspaces/main/workers/${worker.id}/secrets`;
  return { hq, publicKey, open: await openSecrets(privateKey), worker, workspaceId, place };
}

const secretPut = z.object({
  key: z.string(),
  workspaceId: z.string(),
  sealed: z.object({ enc: z.string(), ciphertext: z.string() }),
});

/** Waits for a live command and answers it. */
async function answerNext(worker: FakeWorker, answer: object) {
  const [command] = await worker.poll({ wait: 25 });
  if (command === undefined) throw new Error("Nothing came.");
  expect(command.sequence).toBeNull();
  expect((await worker.ask("POST", `/answers/${command.id}`, answer)).status).toBe(204);
  return command;
}

test("relays a secret as it was sealed, or seals it for one worker and place", async () => {
  const { hq, open, publicKey, worker, workspaceId, place } = await openWorld();
  const sealed = await sealSecret(
    publicKey,
    { workerId: worker.id, workspaceId, key: "API_KEY" },
    "s3cret",
  );
  const passing = hq.ask("admin", "PUT", `${place}/API_KEY`, { body: { workspaceId, sealed } });
  const first = await answerNext(worker, { ok: true, result: {} });
  expect(first).toMatchObject({
    kind: "secret.put",
    body: { key: "API_KEY", workspaceId, sealed },
  });
  expect((await passing).status).toBe(204);

  const plain = hq.ask("admin", "PUT", `${place}/API_KEY`, {
    body: { workspaceId: "", value: "naïve" },
  });
  const second = secretPut.parse((await answerNext(worker, { ok: true })).body);
  expect((await plain).status).toBe(204);
  expect(await open(second.sealed, { workerId: worker.id, workspaceId: "", key: "API_KEY" })).toBe(
    "naïve",
  );
  const elsewhere = { workerId: worker.id, workspaceId, key: "API_KEY" };
  await expect(open(second.sealed, elsewhere)).rejects.toMatchObject({ name: "OpenError" });
});

test("stores nothing of a secret in the database", async () => {
  const { hq, worker, workspaceId, place } = await openWorld();
  const value = "canary-4f1c09";
  const passing = hq.ask("admin", "PUT", `${place}/API_KEY`, { body: { workspaceId, value } });
  const command = secretPut.parse((await answerNext(worker, { ok: true })).body);
  await passing;
  const { database } = hq.services.hq;
  const stored = JSON.stringify([
    await database.selectFrom("worker_commands").selectAll().execute(),
    await database.selectFrom("workers").selectAll().execute(),
    await database.selectFrom("idempotency_keys").selectAll().execute(),
    await database.selectFrom("audit_log").selectAll().execute(),
  ]);
  expect(stored).toContain("API_KEY");
  for (const part of [value, command.sealed.ciphertext, btoa(value)]) {
    expect(stored).not.toContain(part);
  }
});

test("returns the worker's reason for a rejection", async () => {
  const { hq, worker, place } = await openWorld();
  const passing = hq.ask("admin", "PUT", `${place}/LARGE`, {
    body: { workspaceId: "", value: "x" },
  });
  const problem = { code: "too_large", detail: "With LARGE there would be too many bytes." };
  await answerNext(worker, { ok: false, problem });
  expect(await passing).toMatchObject({ status: 413, body: { code: "too_large" } });
});

test("lists the last known secrets of an offline worker without a command", async () => {
  const { hq, worker, workspaceId, place } = await openWorld();
  const secrets = [
    { key: "MINE", workspaceId },
    { key: "WIDE", workspaceId: "" },
    { key: "THEIRS", workspaceId: "elsewhere" },
  ];
  await worker.poll({ facts: { secrets } });
  const shown = await hq.ask("admin", "GET", `/workspaces/main/workers/${worker.id}`);
  expect(shown.body).toMatchObject({ facts: { secrets: secrets.slice(0, 2) } });

  const listing = hq.ask("admin", "GET", place);
  const listed = secrets.map((secret) =>
    Object.assign({ updatedAt: "2026-11-20T12:00:00Z" }, secret),
  );
  await answerNext(worker, { ok: true, result: { secrets: listed } });
  expect((await listing).body).toMatchObject({ live: true, totalCount: 2 });

  hq.time += 60_000;
  expect((await hq.ask("admin", "GET", place)).body).toEqual({
    secrets: secrets.slice(0, 2),
    totalCount: 2,
    live: false,
  });
  const asked = { body: { workspaceId: "", value: "x" } };
  const away = await hq.ask("admin", "PUT", `${place}/A`, asked);
  expect(away).toMatchObject({ status: 503, body: { code: "worker_offline" } });
  expect(away.headers.get("retry-after")).toBe("15");
});

test("rejects secrets of other workspaces, invalid names, and missing values", async () => {
  const { hq, place } = await openWorld();
  await hq.addPerson("ann", "member");
  const put = async (key: string, body: object, who = "admin") =>
    (await hq.ask(who, "PUT", `${place}/${key}`, { body })).status;
  expect(await put("A", { workspaceId: "elsewhere", value: "x" })).toBe(403);
  expect(await put("9A", { workspaceId: "", value: "x" })).toBe(422);
  expect(await put("A-B", { workspaceId: "", value: "x" })).toBe(422);
  expect(await put("A", { workspaceId: "", value: "" })).toBe(422);
  expect(await put("A", { workspaceId: "" })).toBe(422);
  expect(await put("A", { workspaceId: "", value: "x".repeat(49_153) })).toBe(413);
  expect(await put("A", { workspaceId: "", value: "x" }, "ann")).toBe(403);
});

test("runs a worker's doctor on request", async () => {
  const { hq, worker } = await openWorld();
  const asking = hq.ask("admin", "GET", `/workspaces/main/workers/${worker.id}/doctor`);
  const finding = {
    id: "ports",
    severity: "error",
    projects: [],
    evidence: ["Port 3000"],
    fix: "x",
  };
  const command = await answerNext(worker, { ok: true, result: { findings: [finding] } });
  expect(command.kind).toBe("doctor");
  expect((await asking).body).toEqual({ findings: [finding] });
});

test("rejects a name that controls programs before sending a command", async () => {
  const hq = await startManagedHq();
  const worker = await addWorker(hq, "Mill");
  for (const key of ["LD_PRELOAD", "git_ssh_command", "__proto__", "constructor", "HTTPS_PROXY"]) {
    const path = `/workspaces/main/workers/${worker.id}/secrets/${key}`;
    const body = { value: "x", workspaceId: "" };
    expect(await hq.ask("admin", "PUT", path, { body })).toMatchObject({
      status: 422,
      body: { code: "reserved_name" },
    });
  }
});
