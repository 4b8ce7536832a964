import { randomBytes, randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { glob, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { hq, hqServer } from "../../support/hq/hq-process.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const ADMIN = {
  LOAM_ADMIN_EMAIL: "ann@example.test",
  LOAM_ADMIN_PASSWORD: "correct-horse-battery",
};
const SCOPES = "skill:read,worker:admin,content:read";

interface Answer {
  readonly token?: string;
  readonly id?: string;
  readonly key?: string;
  readonly commands?: readonly { readonly id: string }[];
}

/** Returns the encodings in which a text could be stored. */
function formsOf(text: string): readonly Buffer[] {
  const bytes = Buffer.from(text);
  const forms = [bytes.toString(), bytes.toString("base64url"), bytes.toString("hex")];
  return [...forms.map((form) => Buffer.from(form)), Buffer.from(text, "utf16le")];
}

/** Returns whether a file contains any of these. */
async function holds(path: string, forms: readonly Buffer[]): Promise<boolean> {
  const longest = Math.max(...forms.map((form) => form.length));
  let tail = Buffer.alloc(0);
  for await (const part of createReadStream(path, { highWaterMark: 1 << 20 })) {
    const bytes = Buffer.concat([tail, Buffer.from(part)]);
    if (forms.some((form) => bytes.includes(form))) return true;
    tail = bytes.subarray(-longest);
  }
  return false;
}

/** Waits until a heap snapshot is complete, and returns its path. */
async function heapSnapshot(folder: string): Promise<string> {
  let path = "";
  await expect
    .poll(async () => {
      for await (const name of glob("*.heapsnapshot", { cwd: folder })) path = join(folder, name);
      if (path === "") return "";
      await using file = await open(path);
      const { size } = await file.stat();
      const last = await file.read(Buffer.alloc(4), 0, 4, Math.max(0, size - 4));
      return last.buffer.toString().trim();
    })
    .toMatch(/\]\}$/);
  return path;
}

test("leaves nothing of a forwarded secret in files, database, logs, or memory (SKL-11)", async () => {
  const folder = await temporaryFolder("secrets");
  const make = ["token", "create", "--user", ADMIN.LOAM_ADMIN_EMAIL, "--scopes", SCOPES, "--json"];
  await hq(["init"], { folder, env: ADMIN });
  const { out } = await hq(make, { folder });
  const { token = "" }: Answer = JSON.parse(out);
  const server = await hqServer({
    folder,
    env: { NODE_OPTIONS: "--heapsnapshot-signal=SIGUSR2" },
  });
  const ask = async (method: string, path: string, bearer: string, body?: object) => {
    const response = await fetch(`${server.url}/api/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        "content-type": "application/json",
        connection: "close",
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer: Answer = text === "" ? {} : JSON.parse(text);
    return { status: response.status, body: answer };
  };
  const made = await ask("POST", "manage/workspaces/main/workers", token, { name: "Mill" });
  const registration = {
    token: made.body.token,
    name: "mill",
    publicKey: randomBytes(32).toString("base64url"),
    agent: "shell",
    version: "0.1.0",
  };
  const registered = await ask("POST", "worker/register", "", registration);
  const { key = "" } = registered.body;
  const poll = { instance: randomUUID(), acknowledged: 0 };
  await ask("POST", "worker/poll", key, { ...poll, wait: 0 });

  const value = `canary-${randomBytes(12).toString("hex")}`;
  const place = `manage/workspaces/main/workers/${made.body.id ?? ""}/secrets/API_KEY`;
  const passing = ask("PUT", place, token, { workspaceId: "", value });
  const given = (await ask("POST", "worker/poll", key, { ...poll, wait: 25 })).body.commands;
  await ask("POST", `worker/answers/${given?.[0]?.id ?? ""}`, key, { ok: true });
  expect((await passing).status).toBe(204);

  server.child.kill("SIGUSR2");
  const snapshot = await heapSnapshot(folder);
  const [name, ...forms] = [Buffer.from("worker_commands"), ...formsOf(value)];
  // Existing strings are found.
  expect(await holds(snapshot, [name])).toBe(true);
  expect(await holds(snapshot, forms)).toBe(false);
  const files: string[] = [];
  for await (const path of glob("data/**/*", { cwd: folder, withFileTypes: true })) {
    if (path.isFile()) files.push(join(path.parentPath, path.name));
  }
  expect(files.map((path) => path.slice(folder.length + 1))).toContain("data/hq.db-wal");
  for (const path of files) {
    const bytes = await readFile(path);
    expect([path, forms.some((form) => bytes.includes(form))]).toEqual([path, false]);
  }
  expect(server.errors()).toContain("/secrets/");
  expect(server.errors()).not.toContain(value);
});
