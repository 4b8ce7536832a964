import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { parseConfig, startHq } from "@loam/hq";
import { openBrowser } from "../../support/browser/browser.ts";
import { freePort } from "../../support/free-port.ts";
import type { BenchRow } from "../bench-row.ts";

const BIN = resolve(import.meta.dirname, "../../../packages/worker/bin/agent-cli.js");
const ADMIN = { email: "ada@example.test", password: "correct horse battery" };
const ROUNDS = 9;
const FILES = 100;
const FILE_BYTES = 2048;

const run = promisify(execFile);

/** Measures commands as processes, and fetching a skill from a real HQ. */
export async function measureCommands(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(join(tmpdir(), "loam-bench-commands-"));
  try {
    return [...(await measureStarts(folder)), await measureFetch(folder)];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureStarts(folder: string): Promise<readonly BenchRow[]> {
  const env = environment(folder);
  const node = await medianMs(async () => run(process.execPath, ["-e", "0"], { env }));
  const commands = [["--version"], ["skill", "list", "--local"]];
  const rows: BenchRow[] = [];
  for (const args of commands) {
    const ms = await medianMs(async () => run(process.execPath, [BIN, ...args], { env }));
    rows.push({
      what: `agent-cli ${args.join(" ")}`,
      value: Math.round(ms),
      unit: "ms",
      floor: Math.round(node),
      ratio: ms / node,
      target: "≤ 150 ms",
      met: ms <= 150,
    });
  }
  return rows;
}

async function measureFetch(folder: string): Promise<BenchRow> {
  const port = await freePort();
  const settings = {
    LOAM_DATA: join(folder, "data"),
    LOAM_PORT: String(port),
    LOAM_BASE_URL: `http://127.0.0.1:${port}`,
    LOAM_ADMIN_EMAIL: ADMIN.email,
    LOAM_ADMIN_PASSWORD: ADMIN.password,
    LOAM_LOG_LEVEL: "silent",
  };
  const running = await startHq(parseConfig(settings, folder));
  try {
    const token = await makeSkill(running.url);
    const remote = `${running.url.replace("://", `://any:${token}@`)}/git/main/skills.git`;
    let round = 0;
    const clone = await medianMs(async () => {
      round += 1;
      const into = join(folder, `clone-${round}`);
      await run("git", ["clone", "--quiet", "--depth", "1", remote, into]);
    });
    const fetched = await medianMs(async () => {
      round += 1;
      const access = { LOAM_HQ_URL: running.url, LOAM_TOKEN: token, LOAM_WORKSPACE: "main" };
      const env = { ...environment(join(folder, `machine-${round}`)), ...access };
      await run(process.execPath, [BIN, "skill", "fetch", "big"], { env });
    });
    return {
      what: `agent-cli skill fetch: ${FILES} files; floor: git clone --depth 1`,
      value: Math.round(fetched),
      unit: "ms",
      floor: Math.round(clone),
      ratio: fetched / clone,
      target: "≤ 1.5 × floor",
      met: fetched <= clone * 1.5,
    };
  } finally {
    await running.close();
  }
}

/** Saves the skill, and returns a token for reading it. */
async function makeSkill(url: string): Promise<string> {
  const admin = openBrowser({ at: url });
  await admin.signIn(ADMIN.email, ADMIN.password);
  const head = "---\nname: big\ndisplay_name: Big\ndescription: Has many files.\n---\nDo it.\n";
  const others = Array.from({ length: FILES - 1 }, (_, number) => {
    return { path: `files/${number}.md`, text: `${number} `.repeat(FILE_BYTES / 4) };
  });
  const files = [{ path: "SKILL.md", text: head }, ...others];
  const skills = "/api/manage/workspaces/main/skills";
  const made = await admin.ask("POST", skills, { body: { name: "big", files } });
  if (made.status !== 201) throw new Error(`The skill was not saved: ${made.status}`);
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  const body = { name: "bench", scopes: ["skill:read"], expiresAt };
  const { body: token } = await admin.ask("POST", "/api/manage/tokens", { body });
  return String(token["token"]);
}

function environment(home: string): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], HOME: home, LOAM_WORKER_HOME: join(home, "worker") };
}

async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const all: number[] = [];
  // The first round has cold disk caches.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const begin = performance.now();
    await work();
    if (round > 0) all.push(performance.now() - begin);
  }
  return all.toSorted((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? 0;
}
