import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { serve } from "../../../../tests/support/serve.ts";
import { temporaryFolder } from "../../../../tests/support/temporary-folder.ts";
import { readWorkerConfig } from "../config/worker-config.ts";
import { deployServers } from "../mcp/deploy-servers.ts";
import { addMemory } from "../memory/memory.ts";
import { putSecret } from "../secrets/secrets.ts";
import { temporarySecrets } from "../secrets/temporary-secrets.fixture.ts";
import { addLink } from "../state/links.ts";
import { diagnose } from "./diagnose.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");

async function listeningPort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : 0;
}

test("inspects a machine's listeners, files, directories, memory, and secrets", async () => {
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

  const findings = await diagnose({ config, secrets, environment }, { now: () => NOW });
  const evidences = findings.flatMap(({ evidence }) => evidence);
  for (const part of [
    `port ${port} is used by process ${process.pid}`,
    "refers to DB_TOKEN, which is not set",
    "starts no-such-program",
    "are worktrees of",
    "1 universal memory entry about this project",
    "TOKEN of workspace w1 overrides",
  ]) {
    expect(evidences).toContainEqual(expect.stringContaining(part));
  }
  expect(JSON.stringify(findings)).not.toContain("canary");
  const options = { now: () => NOW, workspaceId: "w2" };
  const visible = await diagnose({ config, secrets, environment }, options);
  expect(JSON.stringify(visible)).not.toMatch(/Shop|Blog|of workspace w1/);
  expect(findings.every(({ fix }) => fix.length > 0)).toBe(true);
});

/** Creates a machine with these scripts as executables, and one project that requires containers. */
async function machineWith(scripts: Readonly<Record<string, string>>, hqUrls: readonly string[]) {
  const home = await temporaryFolder("doctor");
  const secrets = await temporarySecrets();
  const bin = join(home, "bin");
  mkdirSync(join(home, ".loam-worker"), { recursive: true });
  mkdirSync(bin);
  for (const [name, script] of Object.entries(scripts)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  }
  for (const [at, hqUrl] of hqUrls.entries()) {
    addLink(secrets.state, {
      workerId: `w${at}`,
      hqUrl,
      workspaceId: `workspace-${at}`,
      workspaceName: "acme",
      sealedKey: "",
      createdAt: NOW.toISOString(),
    });
  }
  const environment = { HOME: home, PATH: `${bin}:/usr/bin:/bin`, GREETING: "canary" };
  const config = { ...readWorkerConfig(environment), runPath: bin };
  deployServers(
    { state: secrets.state, path: config.mcpFile },
    {
      projectId: "p-Shop",
      name: "Shop",
      manifest: JSON.stringify({ containers: 1 }),
      deployedAt: NOW.toISOString(),
    },
  );
  const findings = await diagnose({ config, secrets, environment }, { now: () => NOW });
  const about = new Set(["clock", "versions", "containers"]);
  return findings.filter(({ id }) => about.has(id)).flatMap(({ evidence }) => evidence);
}

/** Starts an HQ whose clock is ahead by a number of seconds. */
async function hqAhead(seconds: number, status: number, body: object): Promise<string> {
  const { origin } = await serve((_request, response) => {
    const date = new Date(NOW.getTime() + seconds * 1000).toUTCString();
    response.writeHead(status, { date }).end(JSON.stringify(body));
  });
  return origin;
}

test("queries HQ, the agent, and Docker and reports their problems", async () => {
  const late = await hqAhead(-60, 200, { minWorkerVersion: "99.0.0" });
  const old = await hqAhead(60, 404, { code: "not_found" });
  const right = await hqAhead(20, 200, { minWorkerVersion: "0.1.0", more: 1 });
  const said = await machineWith(
    {
      claude: 'read line; echo "Claude $1 2.1.7 (${GREETING-no greeting})"',
      docker: "printf 'Cannot connect\\033[31m to it\\nmore' >&2; exit 1",
    },
    [late, old, right, "http://127.0.0.1:1"],
  );
  expect(said).toEqual([
    "Shop declares containers: 1",
    "docker does not respond: Cannot connect[31m to it",
    `the clock of ${late} is 59 seconds behind this machine's`,
    `the clock of ${old} is 60 seconds ahead of this machine's`,
    expect.stringMatching(new RegExp(`^the worker is .*, but ${late} requires 99\\.0\\.0$`)),
    expect.stringMatching(/^the agent claude is 2\.1\.7, at .*\/bin\/claude$/),
  ]);
});

test("reports nothing for a running Docker and an agent without a version", async () => {
  const scripts = { claude: "exit 2", docker: "echo 28.1" };
  expect(await machineWith(scripts, [])).toEqual([]);
  expect(await machineWith({}, [])).toEqual([
    "Shop declares containers: 1",
    "docker is not on the search path of runs",
    "the agent claude is not on the search path of runs",
  ]);
});
