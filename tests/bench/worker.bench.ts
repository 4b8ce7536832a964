import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expandTemplate } from "@loam/cms-core/template";
import {
  checkRequirements,
  createMask,
  importMemory,
  type MemoryEntry,
  openSecrets,
  openState,
  putSecret,
  queryMemory,
  readWorkerConfig,
  resolveRunVariables,
  runEnvironment,
  type Secrets,
  sessionSecrets,
  valuesOf,
  type WorkerConfig,
} from "@loam/worker";
import type { BenchRow } from "./bench-row.ts";
import { createRandom, pickWord, type Random, readWords } from "./support/query-posts.ts";
import { measureCommands } from "./worker/command-rows.ts";
import { measureHeartbeats } from "./worker/heartbeat-row.ts";

const SECRETS = 100;
const ENTRIES = 100_000;
const NOW = new Date("2026-11-20T09:30:00.000Z");
const PROJECT = "paaaaaaaaaaaaaaaaaaa";

/** Measures a worker before, during, and alongside a run, in one process. */
export async function run(): Promise<readonly BenchRow[]> {
  const home = await mkdtemp(join(tmpdir(), "loam-worker-"));
  const state = openState(home);
  try {
    const config = { ...readWorkerConfig({ HOME: home }), home };
    const secrets = openSecrets(config, state);
    const random = createRandom(7);
    const words = readWords();
    const memory = fillMemory(secrets, { words, random });
    for (let number = 0; number < SECRETS; number += 1) {
      const value = randomBytes(24).toString("base64url");
      putSecret(secrets, { key: `KEY_${number}`, workspaceId: "", value, at: NOW });
    }
    return [
      measurePreparing(config, secrets),
      ...measureMasking({ words, random }),
      ...memory,
      ...measureSearches(secrets, { words, random }),
      ...(await measureCommands()),
      await measureHeartbeats(),
    ];
  } finally {
    state.close();
    await rm(home, { recursive: true });
  }
}

interface Texts {
  readonly words: readonly string[];
  readonly random: Random;
}

/** Everything before the agent is spawned: checks, variables, body, environment, and mask. */
function measurePreparing(config: WorkerConfig, secrets: Secrets): BenchRow {
  const names = Array.from({ length: 20 }, (_, number) => `KEY_${number}`);
  const requires = {
    mcpServers: [],
    cliTools: ["git", "node", "sh"],
    anyCliTools: [],
    envVars: names,
  };
  const body = "Deploy {{PLACE}} as {{NAME}}.\n".repeat(300);
  const given = [{ key: "PLACE", value: "production", scope: "project" }] as const;
  const context = { workspaceId: "w1", variables: given, precedence: "worker-last" } as const;
  const ms = medianMs(50, () => {
    checkRequirements({ config, secrets, environment: process.env }, requires, context);
    const variables = resolveRunVariables(given, [], "worker-last");
    expandTemplate(body, valuesOf(variables));
    const seen = sessionSecrets(secrets, "w1");
    runEnvironment(config, { environment: process.env, secrets: seen, runId: "r1" });
    createMask(seen.values());
  });
  return {
    what: "prepare a run: 3 programs, 20 variables, 100 secrets",
    value: round(ms),
    unit: "ms",
    target: "≤ 20 ms",
    met: ms <= 20,
  };
}

function measureMasking({ words, random }: Texts): readonly BenchRow[] {
  const line = (): string => Array.from({ length: 12 }, () => pickWord(words, random)).join(" ");
  const bytes = Buffer.from(Array.from({ length: 100_000 }, line).join("\n"));
  return [10, SECRETS, 400].map((count) => {
    const values = Array.from({ length: count }, () => randomBytes(24).toString("base64url"));
    const mask = createMask(values);
    const ms = medianMs(9, () => {
      const masker = mask.createMasker();
      for (let at = 0; at < bytes.length; at += 65_536)
        masker.write(bytes.subarray(at, at + 65_536));
      masker.end();
    });
    const speed = bytes.length / 1e6 / (ms / 1000);
    return {
      what: `mask a log: ${count} secrets`,
      value: Math.round(speed),
      unit: "MB/s",
      target: "≥ 100 MB/s",
      met: speed >= 100,
    };
  });
}

function fillMemory(secrets: Secrets, texts: Texts): readonly BenchRow[] {
  const entries = Array.from({ length: ENTRIES }, (_, number) => entryOf(number, texts));
  const begin = performance.now();
  importMemory({ state: secrets.state, secrets }, entries);
  const ms = performance.now() - begin;
  return [{ what: "memory: import an entry of 100,000", value: round(ms / ENTRIES), unit: "ms" }];
}

function entryOf(number: number, { words, random }: Texts): MemoryEntry {
  const isJapanese = number % 4 === 0;
  const length = 20 + random(60);
  const content = isJapanese
    ? Array.from({ length }, () => String.fromCodePoint(0x4e_00 + random(2000))).join("")
    : Array.from({ length }, () => pickWord(words, random)).join(" ");
  return {
    id: `m${number}`,
    projectId: number % 3 === 0 ? PROJECT : null,
    // In every eighth entry, so that there are many matches.
    content: number % 8 === 0 ? `${content} 設定の確認 deployment` : content,
    kind: "fact",
    tags: [],
    source: {},
    createdAt: NOW.toISOString(),
    updatedAt: NOW.toISOString(),
    expiresAt: null,
  };
}

function measureSearches(secrets: Secrets, { words, random }: Texts): readonly BenchRow[] {
  const pair = (): string => String.fromCodePoint(0x4e_00 + random(2000), 0x4e_00 + random(2000));
  const kinds = [
    ["two words", 5, () => `${pickWord(words, random)} ${pickWord(words, random)}`],
    ["two characters of Japanese", 20, pair],
    ["one character of Japanese", 20, () => pair().slice(0, 1)],
    ["a word of 12,500 entries", 20, () => "deployment"],
    ["Japanese of 12,500 entries", 20, () => "設定の確認"],
  ] as const;
  return kinds.map(([what, target, search]) => {
    const ms = medianMs(100, () => {
      const query = { search: search(), projectId: PROJECT, limit: 20, offset: 0, now: NOW };
      queryMemory(secrets.state, query);
    });
    return {
      what: `memory of 100,000 entries: ${what}`,
      value: round(ms),
      unit: "ms",
      target: `≤ ${target} ms`,
      met: ms <= target,
    };
  });
}

function medianMs(times: number, work: () => void): number {
  const all = Array.from({ length: times }, () => {
    const begin = performance.now();
    work();
    return performance.now() - begin;
  });
  return all.toSorted((left, right) => left - right)[Math.floor(times / 2)] ?? 0;
}

function round(ms: number): number {
  return Number(ms.toPrecision(3));
}
