import fs from "node:fs";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { openMediaFolder } from "../../media/storage/media-folder.ts";
import { openPublicFolder } from "./public-folder.ts";
import type { FilePlan, PublicFile, PublicStorage } from "./public-storage.ts";

async function temporary(): Promise<string> {
  const dir = await realpath(await mkdtemp(join(tmpdir(), "public-")));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

function file(path: string, text: string): PublicFile {
  return { path, body: { kind: "chunks", chunks: () => [Buffer.from(text)] } };
}

function write(...files: PublicFile[]): FilePlan {
  return { writes: [files], removals: [] };
}

function remove(...paths: string[]): FilePlan {
  return { writes: [], removals: [paths] };
}

async function contentOf(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const pairs = files.map(async ({ parentPath, name }) => {
    const path = join(parentPath, name);
    return [path.slice(dir.length + 1), await readFile(path, "utf8")] as const;
  });
  return Object.fromEntries(await Promise.all(pairs));
}

describe("a public folder", () => {
  test("contains what plans wrote and no empty folders", async () => {
    const dir = join(await temporary(), "s1");
    const storage = await openPublicFolder(dir);
    await storage.apply({
      writes: [
        [
          file("api/posts/a.json", "1"),
          { path: "api/posts/b.json", body: { kind: "same", as: "api/posts/a.json" } },
        ],
        [file("api/posts.json", "list"), file("api/posts/_index.json", "rows")],
        [file("api/index.json", "index")],
      ],
      removals: [],
    });
    await storage.apply({
      writes: [[file("api/posts.json", "new")]],
      removals: [["api/posts/b.json"]],
    });

    expect(await contentOf(dir)).toEqual({
      "api/index.json": "index",
      "api/posts.json": "new",
      "api/posts/_index.json": "rows",
      "api/posts/a.json": "1",
    });
    await storage.apply(remove("api/posts/a.json", "api/posts/_index.json", "api/gone.json"));
    expect(await storage.list()).toEqual(["api/index.json", "api/posts.json"]);
    expect(await readdir(join(dir, "api"))).toEqual(["index.json", "posts.json"]);
  });

  test("copies media once and skips files of the same size", async () => {
    const root = await temporary();
    const media = await openMediaFolder(join(root, "media"));
    const key = `ab/${"ab".repeat(32)}/original`;
    await media.put(key, Buffer.from("picture"));
    const storage = await openPublicFolder(join(root, "s1"));
    const copy = async (): Promise<void> =>
      storage.apply(
        write({
          path: "media/ab/p.png",
          body: { kind: "media", object: await media.open(key), mimeType: "image/png" },
        }),
      );
    await copy();
    const { ino } = fs.statSync(join(root, "s1/media/ab/p.png"));
    await copy();

    expect(fs.readFileSync(join(root, "s1/media/ab/p.png"), "utf8")).toBe("picture");
    expect(fs.statSync(join(root, "s1/media/ab/p.png")).ino).toBe(ino);
  });

  test("never writes or removes through a symbolic link", async () => {
    const root = await temporary();
    await mkdir(join(root, "outside"));
    await writeFile(join(root, "outside/a.json"), "theirs");
    await mkdir(join(root, "s1"));
    await symlink(join(root, "outside"), join(root, "s1/api"));
    await symlink(join(root, "outside/a.json"), join(root, "s1/top.json"));
    const storage = await openPublicFolder(join(root, "s1"));

    await expect(storage.apply(write(file("api/a.json", "x")))).rejects.toMatchObject({
      code: "invalid_path",
    });
    await expect(storage.apply(remove("api/a.json"))).rejects.toMatchObject({
      code: "invalid_path",
    });
    await storage.apply(write(file("top.json", "ours")));
    expect(await readFile(join(root, "outside/a.json"), "utf8")).toBe("theirs");
    expect(await storage.list()).toEqual(["api", "top.json"]);
    await storage.apply(remove("api"));
    expect(await readdir(join(root, "outside"))).toEqual(["a.json"]);
  });

  test("removes leftovers of a crash when opened", async () => {
    const root = await temporary();
    await mkdir(join(root, ".tmp/s1/7/0/api"), { recursive: true });
    await writeFile(join(root, ".tmp/s1/7/0/api/half"), "ha");
    await openPublicFolder(join(root, "s1"));
    expect(await readdir(join(root, ".tmp/s1"))).toEqual([]);
  });
});

const CALLS = [
  "openSync",
  "linkSync",
  "mkdirSync",
  "unlinkSync",
  "writeFileSync",
  "fsync",
] as const;

/** Makes call number `at` fail like a full or broken disk, until disposed of. */
function failingDisk(at: number): {
  readonly calls: () => number;
  readonly [Symbol.dispose]: () => void;
} {
  let calls = 0;
  const undo: (() => void)[] = [];
  const patch = (target: object, name: string, done?: (result: unknown) => void): void => {
    const real: unknown = Reflect.get(target, name);
    if (typeof real !== "function") throw new Error(`there is no ${name}`);
    undo.push(() => Reflect.set(target, name, real));
    const call = (...args: unknown[]): unknown => {
      calls += 1;
      if (calls !== at) return Reflect.apply(real, target, args);
      const error = Object.assign(new Error(`ENOSPC: no space left, ${name}`), { code: "ENOSPC" });
      const callback = args.at(-1);
      if (typeof callback !== "function") throw error;
      return Reflect.apply(callback, undefined, [error]);
    };
    const calling = async (...args: unknown[]): Promise<unknown> => {
      const result: unknown = await call(...args);
      done?.(result);
      return result;
    };
    Reflect.set(target, name, target === fs ? call : calling);
  };
  for (const name of CALLS) patch(fs, name);
  patch(fs.promises, "rename");
  patch(fs.promises, "open", (opened) => {
    if (typeof opened === "object" && opened !== null) patch(opened, "writeFile");
  });
  syncBuiltinESMExports();
  return {
    calls: () => calls,
    [Symbol.dispose]() {
      for (const step of undo) step();
      syncBuiltinESMExports();
    },
  };
}

const NO_SPACE = { code: "storage_failed", cause: expect.objectContaining({ code: "ENOSPC" }) };

test("PUB-16 keeps every file complete after any failed call, and the same plan then succeeds", async () => {
  const old = write(
    file("api/a.json", "old a"),
    file("api/b.json", "old b"),
    file("api/gone.json", "gone"),
  );
  const long = Buffer.alloc(300_000, "n");
  const plan: FilePlan = {
    writes: [
      [
        file("api/a.json", "new a"),
        { path: "api/c.json", body: { kind: "same", as: "api/a.json" } },
        file("x/d.json", "new d"),
      ],
      [{ path: "api/b.json", body: { kind: "chunks", chunks: () => [long, long] } }],
    ],
    removals: [["api/gone.json"]],
  };
  const whole = new Set([
    "old a",
    "old b",
    "gone",
    "new a",
    "new d",
    Buffer.concat([long, long]).toString(),
  ]);
  const done = {
    "api/a.json": "new a",
    "api/b.json": Buffer.concat([long, long]).toString(),
    "api/c.json": "new a",
    "x/d.json": "new d",
  };
  let at = 0;
  for (let failed = true; failed;) {
    at += 1;
    const dir = join(await temporary(), "s1");
    await (await openPublicFolder(dir)).apply(old);
    let storage: PublicStorage | undefined;
    const publish = async (): Promise<string> => {
      storage ??= await openPublicFolder(dir);
      await storage.apply(plan);
      return "applied";
    };
    let outcome: unknown;
    {
      using disk = failingDisk(at);
      outcome = await publish().catch((error: unknown) => error);
      failed = disk.calls() >= at;
    }
    // If only the hard link fails, the file is copied and no failure is visible.
    expect(["applied", expect.objectContaining(NO_SPACE)]).toContainEqual(outcome);
    for (const text of Object.values(await contentOf(dir))) expect(whole).toContain(text);
    expect(failed ? await publish() : "applied").toBe("applied");
    expect(await contentOf(dir)).toEqual(done);
    await storage?.close();
    expect(await readdir(join(dir, "../.tmp/s1"))).toEqual([]);
  }
  expect(at).toBeGreaterThan(20);
});
