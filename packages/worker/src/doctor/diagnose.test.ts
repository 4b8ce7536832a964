import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "../config/worker-config.ts";
import { deployServers } from "../mcp/deploy-servers.ts";
import { addMemory } from "../memory/memory.ts";
import { putSecret } from "../secrets/secrets.ts";
import { temporarySecrets } from "../secrets/temporary-secrets.fixture.ts";
import { diagnose } from "./diagnose.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");

async function listeningPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("a machine is looked at as it is: its listeners, files, directories, memory and secrets", async () => {
  const home = await temporaryFolder("doctor");
  const secrets = await temporarySecrets();
  const environment = { HOME: home, PATH: process.env["PATH"] };
  const config = readWorkerConfig(environment);
  const port = await listeningPort();
  const git = (...args: readonly string[]): unknown =>
    execFileSync("git", args, { cwd: join(home, "shop"), stdio: "ignore" });
  mkdirSync(join(home, "shop"));
  git("init");
  git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "--allow-empty", "-m", "x");
  git("worktree", "add", "../blog");
  const deploy = (name: string, manifest: object): unknown =>
    deployServers(
      { state: secrets.state, path: config.mcpFile },
      {
        projectId: `p-${name}`,
        name,
        manifest: JSON.stringify(manifest),
        deployedAt: NOW.toISOString(),
      },
    );
  deploy("Shop", { workDir: "~/shop", services: [{ name: "web", ports: [port] }] });
  const mcpServers = { db: { command: "no-such-program", env: { A: "${DB_TOKEN}" } } };
  deploy("Blog", { workDir: "~/blog", weight: "light", mcpServers });
  addMemory({ state: secrets.state, secrets }, { content: "Shop deploys at night" }, NOW);
  putSecret(secrets, { key: "TOKEN", workspaceId: "", value: "canary-one", at: NOW });
  putSecret(secrets, { key: "TOKEN", workspaceId: "w1", value: "canary-two", at: NOW });

  const findings = diagnose({ config, secrets, environment }, NOW);
  const said = findings.flatMap(({ evidence }) => evidence);
  for (const part of [
    `port ${port} is taken by process ${process.pid}`,
    "refers to DB_TOKEN, which nothing sets",
    "starts no-such-program",
    "are work trees of",
    "universal entries about it: 1",
    "TOKEN of workspace w1 differs",
  ]) {
    expect(said).toContainEqual(expect.stringContaining(part));
  }
  expect(JSON.stringify(findings)).not.toContain("canary");
  expect(findings.every(({ fix }) => fix.length > 0)).toBe(true);
});
