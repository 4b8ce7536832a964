import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { deployServers, openState, type WorkerState } from "@loam/worker";
import { expect } from "vitest";
import type { Acknowledge, Scenario } from "./scenario.ts";

interface Worker {
  readonly state: WorkerState;
  /** Folder of the SQLite state, which isn't part of the test. */
  readonly home: string;
  readonly path: string;
}

const FILE = "mcp.json";

/** Creates a user's MCP configuration before any deployment. */
export function makeMcpFile(folder: string): void {
  mkdirSync(folder);
  writeFileSync(join(folder, FILE), '{"mcpServers": {"mine": {"command": "x"}}}');
}

/** Deploys the MCP servers of one project, then those of another. */
export const DEPLOY_TWICE: Scenario<Worker> = {
  open: async (folder) => {
    await Promise.resolve();
    const home = mkdtempSync(join(tmpdir(), "worker-"));
    return { state: openState(home), home, path: join(folder, FILE) };
  },
  act: async (worker, acknowledge) => {
    await Promise.resolve();
    deploy(worker, "blog", acknowledge);
    deploy(worker, "shop", acknowledge);
  },
  again: async (worker, acknowledge) => {
    await Promise.resolve();
    deploy(worker, "blog", acknowledge);
  },
  close: async ({ state, home }) => {
    await Promise.resolve();
    state.close();
    rmSync(home, { recursive: true });
  },
  check: async (folder, acknowledged) => {
    await Promise.resolve();
    const file: unknown = JSON.parse(readFileSync(join(folder, FILE), "utf8"));
    const servers = Object.fromEntries(acknowledged.map((name) => [name, { command: name }]));
    expect(file).toMatchObject({ mcpServers: { mine: { command: "x" }, ...servers } });
  },
};

function deploy({ state, path }: Worker, name: string, acknowledge: Acknowledge): void {
  const manifest = JSON.stringify({ mcpServers: { [name]: { command: name } } });
  const deployedAt = new Date().toISOString();
  deployServers({ state, path }, { projectId: name, name, manifest, deployedAt });
  acknowledge(name);
}
