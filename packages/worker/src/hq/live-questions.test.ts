import { sealSecret } from "@loam/cms-core/seal";
import { describe, expect, test, vi } from "vitest";
import { addMemory, readMemory } from "../memory/memory.ts";
import { queryMemory } from "../memory/query-memory.ts";
import type { Readiness } from "../preflight/check-requirements.ts";
import { openKeyPair } from "../secrets/key-pair.ts";
import { putSecret, sessionSecrets } from "../secrets/secrets.ts";
import { putDeployment } from "../state/deployments.ts";
import { checkSkills } from "./answer-live.ts";
import { ORDER, openBench, RUN, WORKER, WORKSPACE } from "./link-bench.fixture.ts";

describe("HQ's live requests about memory and runs", () => {
  test("return universal entries and those of its own projects only", async () => {
    const { hq, state, secrets, start } = await openBench();
    const [own, theirs] = ["paaaaaaaaaaaaaaaaaaa", "pbbbbbbbbbbbbbbbbbbb"];
    const deployed = { name: "P", manifest: "{}", deployedAt: "2026-11-20T09:30:00.000Z" };
    putDeployment(state, { ...deployed, projectId: own, workerId: WORKER });
    putDeployment(state, { ...deployed, projectId: theirs, workerId: "other" });
    const memory = { state, secrets };
    const hidden = addMemory(memory, { content: "their plan", projectId: theirs }, new Date());
    addMemory(memory, { content: "a plan for all" }, new Date());
    await start();
    const entry = { content: "our plan", project_id: own, kind: "decision" };
    const added = await hq.ask("memory.add", { entry });
    expect(added).toMatchObject({ result: { entry: { project_id: own, kind: "decision" } } });
    const page = { search: "plan", limit: 10, offset: 0 };
    const found = await hq.ask("memory.search", { ...page, project_id: own });
    expect(found).toMatchObject({ ok: true, result: { totalCount: 2 } });
    expect(JSON.stringify(found)).not.toContain("their plan");
    for (const [kind, body] of [
      ["memory.search", { ...page, project_id: theirs }],
      ["memory.add", { entry: { content: "x", project_id: theirs } }],
      ["memory.change", { id: hidden.id, change: { content: "x" } }],
      ["memory.delete", { id: hidden.id }],
    ] as const) {
      expect(await hq.ask(kind, body)).toMatchObject({ problem: { code: "not_found" } });
    }
    expect(readMemory(state, hidden.id).content).toBe("their plan");
    const [universal] = queryMemory(state, { limit: 1, offset: 0, now: new Date() }).contents;
    const change = { id: universal?.id, change: { content: "for us", project_id: own } };
    expect(await hq.ask("memory.change", change)).toMatchObject({
      result: { entry: { content: "for us", project_id: own } },
    });
    expect(await hq.ask("memory.delete", { id: universal?.id })).toMatchObject({
      result: { deleted: true },
    });
    expect(await hq.ask("variable.list", {})).toMatchObject({ result: { variables: [] } });
  });

  test("yield to other work while checking many skills", async () => {
    let turn = 0;
    const turns: number[] = [];
    const pass = (): void => {
      turn += 1;
      if (turns.length < 100) setImmediate(pass);
    };
    setImmediate(pass);
    const check = async (): Promise<Readiness> => {
      turns.push(turn);
      return { ready: true, items: [] };
    };
    const skills = Array.from({ length: 100 }, (_, at) => ({ name: `far-${at}` }));
    const services = { check, workspaceId: WORKSPACE, workerId: WORKER };
    await checkSkills(services, { skills, variables: [] });
    expect(new Set(turns).size).toBe(100);
  });

  test("return artifacts of its runs, except those that contain a secret", async () => {
    const { hq, secrets, start, skill } = await openBench();
    putSecret(secrets, { key: "TOKEN", workspaceId: "", value: "canary-value", at: new Date() });
    skill(
      [
        'mkdir -p ".loam/artifacts/$LOAM_RUN/deep"',
        'echo made > ".loam/artifacts/$LOAM_RUN/deep/a.txt"',
        'echo "$TOKEN" > ".loam/artifacts/$LOAM_RUN/b.txt"',
        'ln -s /etc/hostname ".loam/artifacts/$LOAM_RUN/c.txt"',
      ].join("\n"),
    );
    hq.queueUp("run.start", { run: ORDER });
    await start();
    await vi.waitUntil(() => hq.reports.some(({ state: at }) => at === "succeeded"), 60_000);
    const runId = RUN;
    const folder = `.loam/artifacts/${RUN}`;
    expect(await hq.ask("artifact.list", { runId })).toMatchObject({
      result: { artifacts: [{ path: `${folder}/b.txt` }, { path: `${folder}/deep/a.txt` }] },
    });
    const path = `${folder}/deep/a.txt`;
    expect(await hq.ask("artifact.read", { runId, path, offset: 0 })).toEqual({
      ok: true,
      result: { content: Buffer.from("made\n").toString("base64"), byteSize: 5 },
    });
    for (const [name, code] of [
      ["b.txt", "forbidden"],
      ["c.txt", "not_found"],
      ["../../../../worker/worker.db", "not_found"],
    ] as const) {
      const request = { runId, path: `${folder}/${name}`, offset: 0 };
      expect(await hq.ask("artifact.read", request)).toMatchObject({ problem: { code } });
    }
  });
});

describe("HQ's live requests about secrets and skills", () => {
  test("set encrypted secrets only for HQ's own workspace and return no values", async () => {
    const { hq, state, secrets, start } = await openBench();
    const { publicKey } = await openKeyPair(state, secrets.sealer);
    await start();
    const put = async (workspaceId: string, sealedFor = workspaceId) => {
      const place = { workerId: WORKER, workspaceId: sealedFor, key: "TOKEN" };
      const sealed = await sealSecret(publicKey, place, "canary-value");
      return hq.ask("secret.put", { key: "TOKEN", workspaceId, sealed });
    };
    expect(await put(WORKSPACE)).toMatchObject({ ok: true, result: { key: "TOKEN" } });
    expect(sessionSecrets(secrets, WORKSPACE).get("TOKEN")).toBe("canary-value");
    expect(await put("other")).toMatchObject({ ok: false, problem: { code: "forbidden" } });
    expect(await put("", WORKSPACE)).toMatchObject({
      ok: false,
      problem: { code: "secret_unreadable" },
    });
    putSecret(secrets, {
      key: "THEIRS",
      workspaceId: "other",
      value: "canary-value",
      at: new Date(),
    });
    expect(await hq.ask("secret.list", {})).toMatchObject({
      result: { secrets: [{ key: "TOKEN" }] },
    });
    expect(JSON.stringify([...hq.answers.values(), hq.facts])).not.toMatch(/canary|THEIRS/);
    expect(await hq.ask("secret.delete", { key: "TOKEN", workspaceId: WORKSPACE })).toMatchObject({
      result: { deleted: true },
    });
  });

  test("check skills and report missing requirements", async () => {
    const { hq, start, skill } = await openBench();
    skill("true");
    await start();
    const skills = [
      { name: "job", version: null },
      { name: "none", version: null },
    ];
    expect(await hq.ask("check", { skills, variables: [] })).toMatchObject({
      result: {
        skills: [
          { name: "job", ready: true },
          { name: "none", ready: false },
        ],
      },
    });
    // Their content isn't fetched from HQ, however many there are.
    const told = Array.from({ length: 2000 }, (_, at) => {
      return { name: `far-${at}`, version: 1, requires: { cliTools: ["sh", "none-such"] } };
    });
    expect(await hq.ask("check", { skills: told, variables: [] })).toMatchObject({
      result: {
        skills: told.map(({ name }) => ({
          name,
          ready: false,
          items: [
            { name: "sh", status: "ok" },
            { name: "none-such", status: "missing" },
          ],
        })),
      },
    });
    expect(await hq.ask("doctor", {})).toMatchObject({
      ok: true,
      result: { findings: expect.any(Array) },
    });
    expect(await hq.ask("unheard.of", {})).toMatchObject({ ok: false });
  });
});
