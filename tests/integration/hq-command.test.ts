import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, onTestFinished, test } from "vitest";
import { hq, hqProcess, hqServer } from "../support/hq/hq-process.ts";
import { startS3Server } from "../support/s3/s3-server.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";

describe("the data folder", () => {
  test("belongs to one process, even a stopped one, which a second one reports", async () => {
    const folder = await temporaryFolder();
    const server = await hqServer({ folder });
    for (const signal of ["SIGCONT", "SIGSTOP"] as const) {
      server.child.kill(signal);
      const second = await hqProcess(["start"], { folder, env: { LOAM_PORT: "0" } });
      expect([second.code, second.out]).toEqual([5, ""]);
      expect(second.err).toMatch(
        new RegExp(`^hq: data_dir_locked: .* in use by process ${server.child.pid} on .*\\n$`),
      );
    }
    server.child.kill("SIGCONT");
    expect(await server.stop("SIGKILL")).toBe("SIGKILL");

    // The lock is free after kill -9.
    const next = await hqServer({ folder });
    expect((await fetch(`${next.url}/readyz`)).status).toBe(200);
    expect(await next.stop("SIGINT")).toBe(0);
    expect(next.errors()).toContain("Shutting down");
  });

  test("of a newer format is refused and unchanged", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data/format.json"), '{"loamData":2}');
    const { code, err } = await hq(["start"], { folder, env: { LOAM_PORT: "0" } });
    expect([code, err]).toEqual([1, expect.stringMatching(/^hq: data_format_newer: .*\n$/)]);
    expect(await readFile(join(folder, "data/format.json"), "utf8")).toBe('{"loamData":2}');
  });
});

describe("a failing start", () => {
  test("for a damaged control database prints one line with the file", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "data"));
    await writeFile(
      join(folder, "data/hq.db"),
      "not a database, but long enough to be read".repeat(99),
    );
    for (const command of [["start"], ["site", "list"]]) {
      const { code, out, err } = await hq(command, { folder });
      expect([code, out]).toEqual([1, ""]);
      expect(err).toMatch(/^hq: database_damaged: \S+\/data\/hq\.db is damaged .*\n$/);
    }
  });

  test("for a port in use prints one line", async () => {
    const folder = await temporaryFolder();
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => other[Symbol.asyncDispose]());
    await once(other, "listening");
    const address = other.address();
    const port = typeof address === "object" ? String(address?.port) : "";

    const { code, err, out } = await hq(["start"], { folder, env: { LOAM_PORT: port } });
    expect([code, out]).toEqual([5, ""]);
    expect(err).toBe(
      `hq: port_in_use: Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set LOAM_PORT.\n`,
    );
  });

  test.for([
    [{ LOAM_PORT: "x" }, 2, /^hq: invalid_config: LOAM_PORT must be [^\n]*\n$/],
    [
      { LOAM_DATABASE_URL: "mysql://u:canary@h/d" },
      2,
      /^hq: invalid_config: LOAM_DATABASE_URL [^\n]*\n$/,
    ],
    [
      { LOAM_DATABASE_URL: "postgres://u:canary@127.0.0.1:1/d" },
      1,
      /^hq: database_unavailable: [^\n]*u:\*+@127.0.0.1:1[^\n]*nothing is listening[^\n]*\n$/,
    ],
    [
      { LOAM_MEDIA_STORAGE: "s3:canary" },
      2,
      /^hq: invalid_config: LOAM_MEDIA_STORAGE [^\n]*S3[^\n]*\n$/,
    ],
    [
      { LOAM_HOST: "203.0.113.1", LOAM_PORT: "0" },
      2,
      /^hq: invalid_config: Cannot listen on [^\n]*\n$/,
    ],
    [{ LOAM_DATA: "/dev/null/x" }, 1, /^hq: data_dir_unusable: \/dev\/null\/x cannot [^\n]*\n$/],
    [
      { LOAM_ADMIN_EMAIL: "a@b.co", LOAM_ADMIN_PASSWORD: "canary" },
      1,
      /^hq: weak_password: [^\n]*12[^\n]*\n$/,
    ],
  ] as const)("for %o exits with %i and one line", async ([env, exit, line]) => {
    const folder = await temporaryFolder();
    const { code, err, out } = await hq(["start"], { folder, env: { LOAM_PORT: "0", ...env } });
    expect([code, out]).toEqual([exit, ""]);
    expect(err).toMatch(line);
    expect(err).not.toContain("canary");
  });

  test("without Git prints one line", async () => {
    const folder = await temporaryFolder();
    const env = { LOAM_PORT: "0", PATH: "/nonexistent" };
    const { code, err } = await hqProcess(["start"], { folder, env });
    expect([code, err]).toEqual([1, expect.stringMatching(/^hq: git_missing: [^\n]*\n$/)]);
  });
});

describe("stopping", () => {
  test("lets a running response finish", async () => {
    const server = await hqServer({ folder: await temporaryFolder() });
    const token = /setup\/(\S+)/.exec(server.errors())?.[1] ?? "";
    const answer = fetch(`${server.url}/setup/${token}`, {
      method: "POST",
      headers: { origin: server.url, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ email: "a@b.co", name: "A", password: PASSWORD }),
    });
    await new Promise((resolve) => setTimeout(resolve, 30));
    const stopped = server.stop("SIGTERM");
    expect((await answer).status).toBe(200);
    expect(await stopped).toBe(0);
    expect(server.errors()).toContain("Shutting down");
  });
});

describe("hq init", () => {
  test("creates the first admin from the environment once", async () => {
    const folder = await temporaryFolder();
    const env = { LOAM_ADMIN_EMAIL: "Ada@Example.Test", LOAM_ADMIN_PASSWORD: PASSWORD };
    const first = await hqProcess(["init", "--json"], { folder, env });
    expect(JSON.parse(first.out)).toMatchObject({
      workspaces: [{ slug: "main" }],
      admin: { kind: "created", email: "ada@example.test" },
    });
    const second = await hq(["init", "--json"], { folder, env });
    expect(JSON.parse(second.out)).toEqual({
      ...JSON.parse(first.out),
      admin: { kind: "present" },
    });
    expect(first.out + first.err + second.out).not.toContain(PASSWORD);
  });

  test("prints a setup link without an admin, of which only the last works", async () => {
    const folder = await temporaryFolder();
    const { out } = await hq(["init", "--json"], { folder });
    const { url } = JSON.parse(out).admin;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:4400\/setup\/loam_setup_/);

    const said = (await hq(["init"], { folder })).out;
    expect(said).toContain("run hq start and open the setup link to create the first admin");
    expect(said).not.toContain("/setup/");

    const server = await hqServer({ folder });
    expect((await fetch(server.url + new URL(url).pathname)).status).toBe(404);
    expect(server.errors()).toMatch(/\/setup\/loam_setup_/);
  });
});

describe("commands", () => {
  test("read passwords from standard input and separate data from messages", async () => {
    const folder = await temporaryFolder();
    const created = await hqProcess(["user", "create", "Bo@x.test", "--json"], {
      folder,
      input: `${PASSWORD}\n`,
    });
    expect(JSON.parse(created.out)).toMatchObject({ email: "bo@x.test", instanceAdmin: false });
    expect(created.err).toBe(`Created the data folder ${join(folder, "data")}.\n`);

    const again = await hq(["user", "create", "bo@x.test", "--json"], {
      folder,
      input: PASSWORD,
    });
    expect([again.code, again.out]).toEqual([5, ""]);
    expect(JSON.parse(again.err)).toEqual({
      code: "name_taken",
      message: "A user with the email address bo@x.test already exists.",
      issues: [],
    });
  });

  test("can disable users before there is an admin, but never the last admin", async () => {
    const folder = await temporaryFolder();
    const run = async (...args: string[]) => hq(args, { folder, input: `${PASSWORD}\n` });
    await run("user", "create", "bo@x.test");
    expect(await run("user", "disable", "bo@x.test")).toMatchObject({ code: 0 });
    await run("user", "create", "ada@x.test", "--admin");
    const last = await run("user", "disable", "ada@x.test");
    expect([last.code, last.err]).toEqual([5, expect.stringContaining("the last instance admin")]);
  });

  test.for(["bogus", "user create", "site create --nope"])(
    "report unknown commands as a usage error: %s",
    async (line) => {
      const { code, out, err } = await hq(line.split(" "), {
        folder: await temporaryFolder(),
      });
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/^error: /);
    },
  );

  test("print one line if Node is too old", () => {
    const bin = join(import.meta.dirname, "../../packages/hq/bin/hq.js");
    const pretend = `data:text/javascript,Object.defineProperty(process, "versions", { value: { node: "20.20.2" } })`;
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--import", pretend, bin, "doctor"],
      { encoding: "utf8" },
    );
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^hq needs Node 24\.12 or newer, and this is 20\.20\.2\..*\n$/);
  });

  test.for([["doctor"], ["--help"], ["doctor", "--json"]])(
    "finish silently if the reader of their output stops early: %s",
    async (args) => {
      const bin = join(import.meta.dirname, "../../packages/hq/bin/hq.js");
      const script = `{ "$0" "$@"; echo "exit $?" >&3; } 3>&2 | true`;
      const { stderr } = spawnSync("sh", ["-c", script, process.execPath, bin, ...args], {
        cwd: await temporaryFolder(),
        encoding: "utf8",
      });
      expect(stderr).toBe("exit 0\n");
    },
  );

  test("start in the requested process with a small young heap", async () => {
    const bin = join(import.meta.dirname, "../../packages/hq/bin/hq.js");
    const child = spawn(process.execPath, [bin, "start", "--json"], {
      cwd: await temporaryFolder(),
      env: { ...process.env, LOAM_PORT: "0" },
      stdio: ["ignore", "pipe", "ignore"],
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = await once(createInterface({ input: child.stdout }), "line");
    expect(JSON.parse(String(line))).toMatchObject({ pid: child.pid });
    if (process.platform !== "linux") return;
    const command = await readFile(`/proc/${child.pid}/cmdline`, "utf8");
    expect(command.split("\0")).toContain("--max-semi-space-size=8");
  });

  test.for([
    ["workspace", "list"],
    ["site", "create", "Blog"],
    ["user", "invite", "bo@x.test"],
    ["key", "create", "Blog"],
  ])("report an uninitialized folder and create nothing: %s %s", async (args) => {
    const folder = await temporaryFolder();
    const { code, err } = await hq(args, { folder, input: `${PASSWORD}\n` });
    const message =
      /^hq: not_found: .*data is not set up\. Run hq init, or set LOAM_DATA [^\n]*\n$/;
    expect([code, err]).toEqual([3, expect.stringMatching(message)]);
    expect(await readdir(folder)).toEqual([]);
  });

  test("doctor checks buckets without showing keys", async () => {
    const folder = await temporaryFolder();
    const server = await startS3Server();
    const env = {
      ...server.env,
      AWS_SESSION_TOKEN: "canary-token",
      LOAM_PUBLIC_STORAGE: server.url("public"),
      LOAM_MEDIA_STORAGE: server.url().replace("loam", "absent"),
    };
    const { code, out, err } = await hq(["doctor"], { folder, env });
    expect([code, err]).toEqual([
      1,
      "hq: unavailable: 1 part of HQ cannot be used: media storage.\n",
    ]);
    expect(out).toMatch(/^Public storage s3:\/\/loam\/public\?\S+: OK$/m);
    expect(out).toMatch(/^Media storage s3:\/\/absent\?\S+: .*the bucket does not exist.*$/m);
    expect(out).not.toMatch(/canary|S3RVER/);
  });

  test("doctor shows the configuration and masks secrets, including misspelled variables", async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, ".env"), "LOAM_READ_LIMIT=600\nLOAM_ADMIN_PASWORD=canary-1\n");
    const env = {
      LOAM_ADMIN_EMAIL: "a@b.co",
      LOAM_WEBHOOK_ALLOW: "10.1.0.0/16,::1",
      LOAM_ADMIN_PASSWORD: "canary-2-canary",
      LOAM_DATABASE_URL: "postgres://loam:canary-3@127.0.0.1:1/loam",
    };
    for (const args of [["doctor"], ["doctor", "--json"]]) {
      const { code, out, err } = await hq(args, { folder, env });
      expect([code, err]).toEqual([
        1,
        expect.stringContaining("1 part of HQ cannot be used: control database."),
      ]);
      expect(out).toContain("600");
      expect(out).toContain("LOAM_ADMIN_PASWORD");
      expect(out).toContain("http://127.0.0.1:4400/public");
      expect(out).toContain("10.1.0.0/16");
      expect(out).toContain("::1/128");
      expect(out).toContain("postgres://loam:********@127.0.0.1:1/loam");
      expect(out).toContain("nothing is listening on that port");
      expect(out).not.toContain("canary");
    }
  });
});
