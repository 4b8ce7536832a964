import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, readlink, rm, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { runHq } from "../../packages/hq/src/cli/run-hq.ts";
import type { Terminal } from "../../packages/hq/src/platform/terminal/terminal.ts";
import {
  hq,
  hqProcess,
  type HqResult,
  type HqServer,
  hqServer,
  startHqProcess,
} from "../support/hq-process.ts";
import { makeHqSite } from "../support/hq-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const PASSWORD = "correct horse battery";
const ADMIN = { LOAM_ADMIN_EMAIL: "ada@x.test", LOAM_ADMIN_PASSWORD: PASSWORD };

/** A server over a site with drafts, in a process of its own, and commands given from this one. */
async function serverOfSite(): Promise<{
  readonly folder: string;
  readonly siteId: string;
  readonly server: HqServer;
  /** Runs a command that must succeed. */
  readonly run: (args: readonly string[], input?: string) => Promise<HqResult>;
}> {
  const { folder, siteId } = await makeHqSite(await temporaryFolder());
  const server = await hqServer({ folder, env: ADMIN });
  return {
    folder,
    siteId,
    server,
    run: async (args, input = "") => {
      const result = await hq(args, { folder, input });
      expect(result).toMatchObject({ code: 0 });
      return result;
    },
  };
}

/** A value of what a command answered as JSON. */
function answerOf({ out }: HqResult, name: string): string {
  return String(JSON.parse(out)[name]);
}

async function json(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(url, { headers });
  return response.ok ? response.json() : response.status;
}

describe("beside a server with SQLite", () => {
  test("keys, tokens and users that commands make work at once", async () => {
    const { server, siteId, run } = await serverOfSite();
    const entries = `${server.url}/api/public/cms/${siteId}/posts`;
    await run(["publish", "Blog", "posts/two"]);
    const made = await run(["key", "create", "Blog", "--json"]);
    expect(made.err).toBe("The key is shown this once and stored nowhere:\n");
    expect(await json(entries, { "X-CMS-API-KEY": answerOf(made, "key") })).toMatchObject({
      contents: [{ title: "Two" }],
    });

    const args = ["--user", "ada@x.test", "--scopes", "content:read", "--json"];
    const token = await run(["token", "create", ...args]);
    const headers = { authorization: `Bearer ${answerOf(token, "token")}` };
    const site = `${server.url}/api/manage/sites/${siteId}`;
    expect(await json(site, headers)).toMatchObject({ name: "Blog" });
    await run(["token", "revoke", answerOf(token, "id"), "--user", "ada@x.test"]);
    expect(await json(site, headers)).toBe(401);

    await run(["user", "create", "bo@x.test"], `${PASSWORD}\n`);
    const signIn = async (): Promise<number> => {
      const answer = await fetch(`${server.url}/api/manage/session`, {
        method: "POST",
        headers: { origin: server.url, "content-type": "application/json" },
        body: JSON.stringify({ email: "bo@x.test", password: PASSWORD }),
      });
      return answer.status;
    };
    expect(await signIn()).toBeLessThan(300);
    await run(["user", "disable", "bo@x.test"]);
    expect(await signIn()).toBe(401);
    const link = await run(["user", "reset-password", "ada@x.test"]);
    expect(link.out).toMatch(new RegExp(`^${server.url}/password-reset/`));
  });

  test("what commands publish and withdraw is served at once", async () => {
    const { server, siteId, run, folder } = await serverOfSite();
    const file = `${server.url}/public/${siteId}/api/posts.json`;
    expect(await json(file)).toBe(404);
    await run(["publish", "Blog", "posts/one", "people/ada"]);
    expect(await json(file)).toMatchObject({ totalCount: 1, contents: [{ title: "One" }] });
    await run(["publish", "Blog", "posts/two"]);
    expect(await json(file)).toMatchObject({ totalCount: 2 });
    const log = (await run(["site", "log", "Blog"])).out.split("\n");
    await run(["site", "rollback", "Blog", String(log[1]?.split(" ")[0])]);
    expect(await json(file)).toMatchObject({ totalCount: 1 });
    await run(["site", "publishing", "Blog", "off"]);
    expect(await json(file)).toBe(404);
    await run(["site", "publishing", "Blog", "on"]);
    expect(await json(file)).toMatchObject({ totalCount: 1 });

    await rm(join(folder, "data/public", siteId, "api/posts.json"));
    expect((await hqProcess(["verify", "Blog"], { folder })).code).toBe(1);
    const repaired = await run(["repair", "Blog"]);
    expect(repaired.out).toContain("1 findings mended");
    expect(await json(file)).toMatchObject({ totalCount: 1 });
    await run(["verify"]);
    await run(["audit", "verify"]);
    await run(["media", "sweep"]);
  });

  test("sites that commands make, import and export are there at once", async () => {
    const { server, folder, run } = await serverOfSite();
    const made = await run(["site", "create", "Notes", "--json"]);
    await mkdir(join(folder, "notes"));
    await writeFile(join(folder, "notes/one.md"), "---\ntitle: One\n---\nText\n");
    const id = answerOf(made, "id");
    await run(["import", "notes", "--site", "Notes", "--yes", "--publish"]);
    const one = `/public/${id}/api/notes/one.json`;
    expect(await json(server.url + one)).toMatchObject({ title: "One" });

    // A new file is in the folder where the command was given, not where the server runs.
    await mkdir(join(folder, "elsewhere"));
    const at = { folder: join(folder, "elsewhere"), env: { LOAM_DATA: join(folder, "data") } };
    expect((await hqProcess(["export", "Notes", "-o", "notes.zip"], at)).code).toBe(0);
    const bytes = await hqProcess(["export", "Notes", "-o", "-"], at);
    expect(bytes.err).toContain("to standard output");
    expect(bytes.out.startsWith("PK")).toBe(true);
    const back = await hqProcess(["import", "notes.zip", "--create", "Again", "-y", "--json"], at);
    const { site } = JSON.parse(back.out);
    expect(await json(`${server.url}/public/${site.id}/api/notes/one.json`)).toMatchObject({
      title: "One",
    });
    const copy = await run(["site", "duplicate", "Notes", "Copy", "--json"]);
    expect(JSON.parse(copy.out)).toMatchObject({ entries: 1 });
    expect((await run(["site", "list"])).out.trim().split("\n")).toHaveLength(4);
  });

  test("two commands at once both do their work", async () => {
    const { siteId, server, run } = await serverOfSite();
    await Promise.all([
      run(["publish", "Blog", "posts/one", "people/ada"]),
      run(["publish", "Blog", "posts/two"]),
      run(["workspace", "create", "other"]),
    ]);
    expect(await json(`${server.url}/public/${siteId}/api/posts.json`)).toMatchObject({
      totalCount: 2,
    });
    expect((await run(["workspace", "list"])).out).toContain("other");
  });

  test("a command ends as it would by itself", async () => {
    const { folder } = await serverOfSite();
    for (const [args, code, err] of [
      [["key", "create", "nope"], 3, /^hq: site_not_found: /],
      [["site", "create", "Blog", "--json"], 5, /^\{"code":"name_taken"/],
      [["site", "create", "--nope"], 2, /^error: unknown option/],
      [["publish", "Blog", "posts/draft"], 1, /^hq: publish_refused: /],
    ] as const) {
      expect(await hqProcess(args, { folder })).toMatchObject({
        code,
        err: expect.stringMatching(err),
      });
    }
  });

  test("init reports, and what cannot be says so in a line", async () => {
    const { folder, server } = await serverOfSite();
    const init = await hqProcess(["init", "--json"], { folder });
    expect(JSON.parse(init.out)).toMatchObject({ admin: { kind: "present" } });
    const start = await hqProcess(["start"], { folder, env: { LOAM_PORT: "0" } });
    expect([start.code, start.err]).toEqual([
      5,
      expect.stringMatching(
        new RegExp(`^hq: data_dir_locked: .* in use by process ${server.child.pid} on .*\\n$`),
      ),
    ]);
    expect((await hqProcess(["backup", "all.zip"], { folder })).code).toBe(0);
    const restore = await hqProcess(["restore", "all.zip"], { folder });
    expect([restore.code, restore.err]).toEqual([
      5,
      expect.stringMatching(/^hq: conflict: .* is not empty; .*\n$/),
    ]);
    expect((await hqProcess(["doctor"], { folder })).code).toBe(0);
  });
});

describe("a command beside a server that", () => {
  test("is asked a question answers where the person is", async () => {
    const { folder, run } = await serverOfSite();
    const asked: [string, boolean][] = [];
    const { terminal, written } = personAt(folder, {
      async ask(question, { hidden = false } = {}) {
        asked.push([question, hidden]);
        return hidden ? PASSWORD : "no";
      },
    });
    expect(await runHq(["user", "create", "bo@x.test"], terminal)).toBe(0);
    await writeFile(join(folder, "one.md"), "---\ntitle: One\n---\nText\n");
    expect(await runHq(["import", ".", "--create", "Notes"], terminal)).toBe(1);
    expect(asked).toEqual([
      ["Password:", true],
      ["Import this? [y/N]", false],
    ]);
    expect(written.join("")).toContain("Nothing was imported.");
    expect((await run(["site", "list"])).out).not.toContain("Notes");
    expect(await readdir(join(folder, "data/sites"))).toHaveLength(1);
  });

  test("is stopped ends in a line, and does nothing", async () => {
    const { folder, run } = await serverOfSite();
    const { waits, ended, written, stop } = waitingCommand(folder);
    await waits;
    stop();
    expect([await ended, written.join("")]).toEqual([
      1,
      "Stopping; ask again not to wait for it.\nhq: aborted: The command was stopped.\n",
    ]);
    expect((await run(["user", "list"])).out).not.toContain("bo@x.test");
  });

  test("is killed leaves a server that goes on", async () => {
    const { folder, server, run } = await serverOfSite();
    const { child, ended } = await startHqProcess(["user", "create", "bo@x.test"], { folder });
    // Nothing shows that it waits for its standard input.
    await delay(2000);
    child.kill("SIGKILL");
    await ended;
    expect((await run(["user", "list"])).out).not.toContain("bo@x.test");
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test.for([
    ["SIGKILL", /^hq: unavailable: The server ended before the command did\..*\n$/],
    ["SIGTERM", /^hq: aborted: The server is stopping\.\n$/],
  ] as const)("ends by %s meanwhile ends in a line, too", async ([signal, message]) => {
    const { folder, server } = await serverOfSite();
    const { waits, ended, written } = waitingCommand(folder);
    await waits;
    await server.stop(signal);
    expect(await ended).toBe(1);
    expect(written.join("")).toMatch(message);
  });

  test("does not answer is refused after a while", async () => {
    const { folder, server } = await serverOfSite();
    server.child.kill("SIGSTOP");
    const refused = await hqProcess(["site", "list"], { folder });
    expect([refused.code, refused.err]).toEqual([
      5,
      "hq: data_dir_locked: The server that has the data folder does not answer; try again, or stop it.\n",
    ]);
    server.child.kill("SIGCONT");
    expect((await hqProcess(["site", "list"], { folder })).code).toBe(0);
  });
});

function personAt(
  folder: string,
  given: Partial<Terminal>,
): { readonly terminal: Terminal; readonly written: string[] } {
  const written: string[] = [];
  const terminal: Terminal = {
    environment: { LOAM_DATA: "data" },
    folder,
    input: () => Promise.resolve(""),
    out: (part) => void written.push(part),
    err: (part) => void written.push(part),
    pipe: () => Promise.resolve(),
    onStop: () => () => undefined,
    ...given,
  };
  return { terminal, written };
}

/** A command that the server runs, and for which somebody never ends their standard input. */
function waitingCommand(folder: string): {
  readonly waits: Promise<void>;
  readonly ended: Promise<number>;
  readonly written: readonly string[];
  readonly stop: () => void;
} {
  const waits = Promise.withResolvers<void>();
  let stop: (() => void) | undefined;
  const { terminal, written } = personAt(folder, {
    async input({ signal } = {}) {
      waits.resolve();
      await delay(DEADLINE_MS, undefined, { ref: false, ...(signal && { signal }) });
      return "";
    },
    onStop(asked) {
      stop = asked;
      return () => undefined;
    },
  });
  const ended = runHq(["user", "create", "bo@x.test"], terminal);
  return { waits: waits.promise, ended, written, stop: () => stop?.() };
}

const DEADLINE_MS = 120_000;

/** Of a user who owns nothing here. */
const NOBODY = 65_534;

describe("the socket of a data folder", () => {
  test("can be opened by its owner alone, and is not reached over HTTP", async () => {
    const { folder, server, run } = await serverOfSite();
    const at = join(folder, "data/run");
    expect((await stat(at)).mode & 0o777).toBe(0o700);
    const socket = await stat(join(at, "hq.sock"));
    expect([socket.isSocket(), socket.mode & 0o777]).toEqual([true, 0o600]);
    for (const path of ["/run/hq.sock", "/public/../run/hq.sock", "/public/run/hq.sock"]) {
      expect((await fetch(server.url + path)).status).toBe(404);
    }
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(await readdir(at)).toEqual([]);
    // Nobody listens: the command has the folder to itself.
    await run(["site", "create", "Later"]);
  });

  test("is closed to others again by a start, and what a killed server left is replaced", async () => {
    const { folder, server } = await serverOfSite();
    await server.stop("SIGKILL");
    const at = join(folder, "data/run");
    expect(await readdir(at)).toEqual(["hq.sock"]);
    expect((await hqProcess(["site", "create", "Between"], { folder })).code).toBe(0);
    await chmod(at, 0o777);
    await hqServer({ folder });
    expect((await stat(at)).mode & 0o777).toBe(0o700);
    expect((await hqProcess(["site", "create", "After"], { folder })).code).toBe(0);
  });

  test("is elsewhere where the path is too long, behind a link", async () => {
    const parent = await temporaryFolder();
    const folder = join(parent, "a".repeat(100));
    await mkdir(folder);
    const server = await hqServer({ folder });
    const known = join(folder, "data/run/hq.sock");
    const linked = await readlink(known);
    expect(basename(dirname(linked))).toMatch(/^loam-socket-/);
    expect((await stat(dirname(linked))).mode & 0o777).toBe(0o700);
    expect((await hqProcess(["workspace", "create", "x"], { folder })).code).toBe(0);
    await server.stop("SIGKILL");
    expect((await stat(linked)).isSocket()).toBe(true);
    const second = await hqServer({ folder });
    await expect(stat(linked)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await second.stop("SIGTERM")).toBe(0);
    expect(await readdir(dirname(known))).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)("is not open to another user", async () => {
    const { folder } = await serverOfSite();
    const path = join(folder, "data/run/hq.sock");
    for (const open of [folder, join(folder, "data")]) await chmod(open, 0o755);
    const script = `require("node:net").connect(process.argv[1])
      .on("connect", () => console.log("open")).on("error", ({ code }) => console.log(code))`;
    const as = { uid: NOBODY, gid: NOBODY, encoding: "utf8", timeout: 20_000 } as const;
    expect(spawnSync(process.execPath, ["-e", script, path], as).stdout).toBe("EACCES\n");
    await chmod(path, 0o666);
    expect(spawnSync(process.execPath, ["-e", script, path], as).stdout).toBe("EACCES\n");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "is not sought in a folder that another user made",
    async () => {
      const folder = join(await temporaryFolder(), "a".repeat(100));
      await mkdir(folder);
      await hqServer({ folder });
      const linked = dirname(await readlink(join(folder, "data/run/hq.sock")));
      await chown(linked, NOBODY, NOBODY);
      const refused = await hqProcess(["workspace", "create", "x"], { folder });
      expect(refused.err).toContain("data_dir_locked");
    },
  );

  test("takes nothing but messages, and none without end", async () => {
    const { folder, run } = await serverOfSite();
    const path = join(folder, "data/run/hq.sock");
    const say = async (words: string): Promise<string> => {
      const socket = connect(path);
      await once(socket, "connect");
      socket.on("error", () => undefined);
      socket.write(words);
      return text(socket).catch(() => "broken off");
    };
    const ready = '{"kind":"ready"}\n';
    const none = [ready, "broken off"];
    expect(none).toContain(await say("GET / HTTP/1.1\r\nHost: x\r\n\r\n"));
    expect(none).toContain(await say('{"kind":"run","args":["site","list"],"folder":"."}\n'));
    expect(none).toContain(await say("x".repeat(5 * 1024 * 1024)));
    expect(await say(line({ kind: "run", args: ["start"], folder: "/", asks: false }))).toContain(
      "A server does not run hq start",
    );
    await run(["site", "list"]);
  });

  test("that cannot be made keeps no server from serving", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data/run"), "");
    const server = await hqServer({ folder });
    expect(server.errors()).toMatch(/^Commands must wait until this server stops: .*$/m);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await hqProcess(["workspace", "create", "x"], { folder })).err).toMatch(
      /^hq: data_dir_locked: .* wait until it ends, or stop it\.\n$/,
    );
  });
});

function line(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
