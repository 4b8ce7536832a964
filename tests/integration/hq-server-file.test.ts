import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { serverOfSite } from "../support/hq/server-of-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A user who owns nothing here. */
const NOBODY = 65_534;

interface ServerFile {
  readonly url: string;
  readonly token: string;
}

async function readServerFile(folder: string): Promise<ServerFile> {
  return JSON.parse(await readFile(join(folder, "data/server.json"), "utf8"));
}

async function hasServerFile(folder: string): Promise<boolean> {
  return stat(join(folder, "data/server.json")).then(
    () => true,
    () => false,
  );
}

/** Runs a command in the server without `hq`. */
async function callServer(url: string, token: string): Promise<Response> {
  return fetch(`${url}/api/commands`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({
      id: crypto.randomUUID(),
      args: ["site", "list"],
      folder: "/",
      asks: false,
    }),
  });
}

test("is private, not served, new at each start, and removed when the server stops", async () => {
  const { folder, server, run } = await serverOfSite();
  const path = join(folder, "data/server.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const { url, token } = await readServerFile(folder);
  expect(url).toBe(server.url);
  for (const at of ["/server.json", "/public/server.json", "/public/%2e%2e/server.json"]) {
    expect((await fetch(server.url + at)).ok).toBe(false);
  }
  expect(await (await callServer(url, token)).text()).toMatch(/Blog.*\n.*"exit","code":0\}\n$/);

  expect(await server.stop("SIGTERM")).toBe(0);
  expect(await hasServerFile(folder)).toBe(false);
  // Without a running server, the command has the folder to itself.
  await run(["site", "create", "Later"]);
  const second = await hqServer({ folder, env: { LOAM_LOG_LEVEL: "debug" } });
  expect((await readServerFile(folder)).token).not.toBe(token);
  expect((await callServer(second.url, token)).status).toBe(404);
  await run(["user", "create", "eve@x.test"], "correct horse battery\n");
  expect(second.errors()).toContain("/api/commands");
  expect(second.errors()).not.toMatch(/loam_cmd_|correct horse/);
});

test("of a killed server is ignored, even if another process listens on its port", async () => {
  const { folder, server, run } = await serverOfSite();
  await server.stop("SIGKILL");
  const { url, token } = await readServerFile(folder);
  let received = 0;
  const other = createServer((_request, response) => {
    received += 1;
    response.writeHead(200).end('{"kind":"ask","question":"Password:","hidden":true}\n');
  }).listen(Number(new URL(url).port), "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");

  expect((await run(["site", "list"])).out).toContain("Blog");
  expect(await hasServerFile(folder)).toBe(true);
  await run(["user", "create", "eve@x.test"], "correct horse battery\n");
  expect(await hasServerFile(folder)).toBe(false);
  expect(received).toBe(0);

  await hqServer({ folder });
  expect((await readServerFile(folder)).token).not.toBe(token);
  await run(["site", "create", "After"]);
});

test.skipIf(process.getuid?.() !== 0)("cannot be read by another user", async () => {
  const { folder } = await serverOfSite();
  for (const open of [folder, join(folder, "data")]) await chmod(open, 0o755);
  const script = `try { require("node:fs").readFileSync(process.argv[1]); console.log("open") }
    catch ({ code }) { console.log(code) }`;
  const as = { uid: NOBODY, gid: NOBODY, encoding: "utf8", timeout: 20_000 } as const;
  const path = join(folder, "data/server.json");
  expect(spawnSync(process.execPath, ["-e", script, path], as).stdout).toBe("EACCES\n");
});

test("that is damaged or of another version is reported while the server runs", async () => {
  const { folder } = await serverOfSite();
  const path = join(folder, "data/server.json");
  for (const text of ["", "{}", '{"url":"unix:/run/hq.sock","token":"x"}']) {
    await writeFile(path, text);
    expect((await hq(["site", "list"], { folder })).err).toMatch(
      /^hq: data_dir_unusable: .*server\.json is damaged, or was written by .*\n$/,
    );
  }
  await rm(path);
  expect((await hq(["site", "create", "x"], { folder })).err).toMatch(
    /^hq: data_dir_locked: .* Wait until it ends, or stop it\.\n$/,
  );
});

test("doesn't stop the server if it can't be written", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "data/server.json"), { recursive: true });
  const server = await hqServer({ folder });
  expect(server.errors()).toMatch(/^hq commands do not work until this server stops: .*$/m);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  expect((await hq(["workspace", "create", "x"], { folder })).err).toMatch(
    /^hq: data_dir_locked: .* Wait until it ends, or stop it\.\n$/,
  );
});
