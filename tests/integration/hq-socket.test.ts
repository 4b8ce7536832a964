import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, chown, mkdir, readdir, readlink, stat, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hq, hqServer } from "../support/hq/hq-process.ts";
import { type ServerOfSite, serverOfSite } from "../support/hq/server-of-site.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** For independent tests. */
let shared: ServerOfSite;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  shared = await serverOfSite((end) => void ends.unshift(end));
});
afterAll(async () => {
  for (const end of ends) await end();
});

/** A user who owns nothing here. */
const NOBODY = 65_534;

describe("the socket of a data folder", () => {
  test("is accessible only to its owner and not over HTTP", async () => {
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
    // Without a running server, the command has the folder to itself.
    await run(["site", "create", "Later"]);
  });

  test("is secured again at startup, replacing a killed server's", async () => {
    const { folder, server } = await serverOfSite();
    await server.stop("SIGKILL");
    const at = join(folder, "data/run");
    expect(await readdir(at)).toEqual(["hq.sock"]);
    expect((await hq(["site", "create", "Between"], { folder })).code).toBe(0);
    await chmod(at, 0o777);
    await hqServer({ folder });
    expect((await stat(at)).mode & 0o777).toBe(0o700);
    expect((await hq(["site", "create", "After"], { folder })).code).toBe(0);
  });

  test("is elsewhere behind a link if the path is too long", async () => {
    const parent = await temporaryFolder();
    const folder = join(parent, "a".repeat(100));
    await mkdir(folder);
    const server = await hqServer({ folder });
    const known = join(folder, "data/run/hq.sock");
    const linked = await readlink(known);
    expect(basename(dirname(linked))).toMatch(/^loam-socket-/);
    expect((await stat(dirname(linked))).mode & 0o777).toBe(0o700);
    expect((await hq(["workspace", "create", "x"], { folder })).code).toBe(0);
    await server.stop("SIGKILL");
    expect((await stat(linked)).isSocket()).toBe(true);
    const second = await hqServer({ folder });
    await expect(stat(linked)).rejects.toMatchObject({ code: "ENOENT" });
    expect(await second.stop("SIGTERM")).toBe(0);
    expect(await readdir(dirname(known))).toEqual([]);
  });

  test.skipIf(process.getuid?.() !== 0)("is not accessible to another user", async () => {
    const { folder } = shared;
    const path = join(folder, "data/run/hq.sock");
    for (const open of [folder, join(folder, "data")]) await chmod(open, 0o755);
    const script = `require("node:net").connect(process.argv[1])
      .on("connect", () => console.log("open")).on("error", ({ code }) => console.log(code))`;
    const as = { uid: NOBODY, gid: NOBODY, encoding: "utf8", timeout: 120_000 } as const;
    expect(spawnSync(process.execPath, ["-e", script, path], as).stdout).toBe("EACCES\n");
    await chmod(path, 0o666);
    expect(spawnSync(process.execPath, ["-e", script, path], as).stdout).toBe("EACCES\n");
  });

  test.skipIf(process.getuid?.() !== 0)(
    "is not searched for in another user's folder",
    async () => {
      const folder = join(await temporaryFolder(), "a".repeat(100));
      await mkdir(folder);
      await hqServer({ folder });
      const linked = dirname(await readlink(join(folder, "data/run/hq.sock")));
      await chown(linked, NOBODY, NOBODY);
      const refused = await hq(["workspace", "create", "x"], { folder });
      expect(refused.err).toContain("data_dir_locked");
    },
  );

  test("accepts only messages of limited size", async () => {
    const { folder, run } = shared;
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
      "A running server cannot run hq start",
    );
    await run(["site", "list"]);
  });

  test("doesn't stop the server if it can't be created", async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, "data"));
    await writeFile(join(folder, "data/run"), "");
    const server = await hqServer({ folder });
    expect(server.errors()).toMatch(/^hq commands do not work until this server stops: .*$/m);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await hq(["workspace", "create", "x"], { folder })).err).toMatch(
      /^hq: data_dir_locked: .* Wait until it ends, or stop it\.\n$/,
    );
  });
});

function line(message: object): string {
  return `${JSON.stringify(message)}\n`;
}
