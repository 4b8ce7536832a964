import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runHq } from "../../packages/hq/src/cli/run-hq.ts";
import type { Terminal } from "../../packages/hq/src/platform/terminal/terminal.ts";
import { hq, hqProcess, type HqResult, startHqProcess } from "../support/hq/hq-process.ts";
import { type ServerOfSite, serverOfSite } from "../support/hq/server-of-site.ts";

const PASSWORD = "correct horse battery";

/** For independent tests. */
let shared: ServerOfSite;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  shared = await serverOfSite((end) => void ends.unshift(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** Returns a value from a command's JSON output. */
function answerOf({ out }: HqResult, name: string): string {
  return String(JSON.parse(out)[name]);
}

async function json(url: string, headers: Readonly<Record<string, string>> = {}): Promise<unknown> {
  const response = await fetch(url, { headers });
  return response.ok ? response.json() : response.status;
}

describe("alongside a server with SQLite", () => {
  test("keys, tokens, and users created by commands work immediately", async () => {
    const { server, siteId, run } = shared;
    const entries = `${server.url}/api/public/cms/${siteId}/posts`;
    await run(["publish", "Blog", "posts/two"]);
    const made = await run(["key", "create", "Blog", "--json"]);
    expect(made.err).toBe("Copy this key now. It won't be shown again.\n");
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

    await run(["user", "create", "eve@x.test"], `${PASSWORD}\n`);
    const signIn = async (): Promise<number> => {
      const answer = await fetch(`${server.url}/api/manage/session`, {
        method: "POST",
        headers: { origin: server.url, "content-type": "application/json" },
        body: JSON.stringify({ email: "eve@x.test", password: PASSWORD }),
      });
      return answer.status;
    };
    expect(await signIn()).toBeLessThan(300);
    await run(["user", "disable", "eve@x.test"]);
    expect(await signIn()).toBe(401);
    const link = await run(["user", "reset-password", "ada@x.test"]);
    expect(link.out).toMatch(new RegExp(`^${server.url}/password-reset/`));
  });

  test("publishes and unpublishes by commands take effect immediately", async () => {
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
    expect((await hq(["verify", "Blog"], { folder })).code).toBe(1);
    const repaired = await run(["repair", "Blog"]);
    expect(repaired.out).toContain("repaired 1 of 10 files");
    expect(await json(file)).toMatchObject({ totalCount: 1 });
    await run(["verify"]);
    await run(["audit", "verify"]);
    await run(["media", "sweep"]);
  });

  test("sites created, imported, and exported by commands appear immediately", async () => {
    const { server, folder, run } = shared;
    const made = await run(["site", "create", "Notes", "--json"]);
    await mkdir(join(folder, "notes"));
    await writeFile(join(folder, "notes/one.md"), "---\ntitle: One\n---\nText\n");
    const id = answerOf(made, "id");
    await run(["import", "notes", "--site", "Notes", "--yes", "--publish"]);
    const one = `/public/${id}/api/notes/one.json`;
    expect(await json(server.url + one)).toMatchObject({ title: "One" });

    // New files are created in the folder where the command runs, not in the server's.
    await mkdir(join(folder, "elsewhere"));
    const at = { folder: join(folder, "elsewhere"), env: { LOAM_DATA: join(folder, "data") } };
    expect((await hq(["export", "Notes", "-o", "notes.zip"], at)).code).toBe(0);
    const bytes = await hq(["export", "Notes", "-o", "-"], at);
    expect(bytes.err).toContain("to standard output");
    expect(bytes.out.startsWith("PK")).toBe(true);
    const back = await hq(["import", "notes.zip", "--create", "Again", "-y", "--json"], at);
    const { site } = JSON.parse(back.out);
    expect(await json(`${server.url}/public/${site.id}/api/notes/one.json`)).toMatchObject({
      title: "One",
    });
    const copy = await run(["site", "duplicate", "Notes", "Copy", "--json"]);
    expect(JSON.parse(copy.out)).toMatchObject({ entries: 1 });
    expect((await run(["site", "list"])).out.trim().split("\n")).toHaveLength(4);
  });

  test("two concurrent commands both succeed", async () => {
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

  test("a command exits as without a server", async () => {
    const { folder } = shared;
    for (const [args, code, err] of [
      [["key", "create", "nope"], 3, /^hq: site_not_found: /],
      [["site", "create", "Blog", "--json"], 5, /^\{"code":"name_taken"/],
      [["site", "create", "--nope"], 2, /^error: unknown option/],
      [["publish", "Blog", "posts/draft"], 1, /^hq: publish_refused: /],
    ] as const) {
      const ended = { code, err: expect.stringMatching(err) };
      expect(await hq(args, { folder })).toMatchObject(ended);
    }
    const site = await hqProcess(["key", "create", "nope"], { folder });
    expect(site).toMatchObject({ code: 3, err: expect.stringMatching(/^hq: site_not_found: /) });
  });

  test("init reports, and impossible commands explain themselves in one line", async () => {
    const { folder, server } = shared;
    const init = await hq(["init", "--json"], { folder });
    expect(JSON.parse(init.out)).toMatchObject({ admin: { kind: "present" } });
    const start = await hqProcess(["start"], { folder, env: { LOAM_PORT: "0" } });
    expect([start.code, start.err]).toEqual([
      5,
      expect.stringMatching(
        new RegExp(`^hq: data_dir_locked: .* in use by process ${server.child.pid} on .*\\n$`),
      ),
    ]);
    expect((await hq(["backup", "all.zip"], { folder })).code).toBe(0);
    const restore = await hq(["restore", "all.zip"], { folder });
    expect([restore.code, restore.err]).toEqual([
      5,
      expect.stringMatching(/^hq: conflict: .* is not empty\. .*\n$/),
    ]);
    const { code, out } = await hq(["doctor"], { folder });
    expect([code, out]).toEqual([0, expect.stringMatching(/\nNo problems found\.\n$/)]);
  });
});

describe("a command alongside a server", () => {
  test("that asks a question prompts the user", async () => {
    const { folder, run } = shared;
    const before = await readdir(join(folder, "data/sites"));
    const asked: [string, boolean][] = [];
    const { terminal, written } = personAt(folder, {
      async ask(question, { hidden = false } = {}) {
        asked.push([question, hidden]);
        return hidden ? PASSWORD : "no";
      },
    });
    expect(await runHq(["user", "create", "cy@x.test"], terminal)).toBe(0);
    await writeFile(join(folder, "one.md"), "---\ntitle: One\n---\nText\n");
    expect(await runHq(["import", ".", "--create", "Letters"], terminal)).toBe(1);
    expect(asked).toEqual([
      ["Password:", true],
      ["Import this? [y/N]", false],
    ]);
    expect(written.join("")).toContain("Nothing was imported.");
    expect((await run(["site", "list"])).out).not.toContain("Letters");
    expect(await readdir(join(folder, "data/sites"))).toEqual(before);
  });

  test("that is stopped exits with one line and no effect", async () => {
    const { folder, run } = shared;
    const { waits, ended, written, stop } = waitingCommand(folder);
    await waits;
    stop();
    expect([await ended, written.join("")]).toEqual([
      1,
      "Stopping… Press Ctrl-C again to stop waiting.\nhq: aborted: The command was stopped.\n",
    ]);
    expect((await run(["user", "list"])).out).not.toContain("bo@x.test");
  });

  test("that is killed leaves the server running", async () => {
    const { folder, server, run } = await serverOfSite();
    const { child, ended } = await startHqProcess(["user", "create", "bo@x.test"], { folder });
    // There is no sign that it waits for standard input.
    await delay(2000);
    child.kill("SIGKILL");
    await ended;
    expect((await run(["user", "list"])).out).not.toContain("bo@x.test");
    expect(await server.stop("SIGTERM")).toBe(0);
  });

  test.for([
    ["SIGKILL", /^hq: unavailable: The server stopped before the command finished\..*\n$/],
    ["SIGTERM", /^hq: aborted: The server is stopping\.\n$/],
  ] as const)("exits with one line if the server ends by %s", async ([signal, message]) => {
    const { folder, server } = await serverOfSite();
    const { waits, ended, written } = waitingCommand(folder);
    await waits;
    await server.stop(signal);
    expect(await ended).toBe(1);
    expect(written.join("")).toMatch(message);
  });

  test("is refused after a while if the server doesn't respond", async () => {
    const { folder, server } = await serverOfSite();
    server.child.kill("SIGSTOP");
    const refused = await hq(["site", "list"], { folder });
    expect([refused.code, refused.err]).toEqual([
      5,
      "hq: data_dir_locked: The server that uses the data folder does not respond. Try again, or stop it.\n",
    ]);
    server.child.kill("SIGCONT");
    expect((await hq(["site", "list"], { folder })).code).toBe(0);
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

/** Starts a command that the server runs, whose standard input never ends. */
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
