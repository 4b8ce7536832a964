import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { isCmsError } from "../../base/errors.ts";
import { photoLikeImage, testIntake } from "../intake/intake.fixture.ts";
import { createImageProcesses, type ImageProcesses, imageProcessFlags } from "./image-processes.ts";

async function isAlive(pid: number): Promise<boolean> {
  try {
    // A zombie process also counts as dead.
    return !/^State:\s+Z/m.test(await readFile(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

async function untilDead(pid: number): Promise<void> {
  while (await isAlive(pid)) await sleep(10);
}

async function processes(idleMs?: number): Promise<ImageProcesses & { folder: string }> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "images-")));
  const images = createImageProcesses({ folder, ...(idleMs === undefined ? {} : { idleMs }) });
  onTestFinished(async () => {
    images.close();
    await rm(folder, { recursive: true, force: true });
  });
  return { ...images, folder };
}

async function uploadOf(bytes: Uint8Array, folder: string, name: string): Promise<string> {
  const upload = join(folder, name);
  await mkdir(upload);
  await writeFile(join(upload, "upload"), bytes);
  return upload;
}

test("MED-18 fails only the image of a crashed process and processes the next one", async () => {
  const intake = await testIntake();
  const large = await photoLikeImage(2560, 1600);
  await intake.take(await photoLikeImage(400, 300));
  const [before = 0] = intake.imageProcesses();

  const crashing = intake.take(large).catch((error: unknown) => error);
  // Once it has written the first of many variants.
  const started = async (): Promise<boolean> =>
    (await readdir(intake.uploads, { recursive: true })).some((name) => name.endsWith(".avif"));
  await expect.poll(started, { interval: 10 }).toBe(true);
  process.kill(before, "SIGSEGV");
  const error = await crashing;

  expect(isCmsError(error) && error.code).toBe("image_processing_failed");
  expect(error).toMatchObject({ details: { reason: "it ended with SIGSEGV" } });
  expect(await readdir(intake.uploads)).toHaveLength(1);
  const stored = await intake.objects();
  const record = await intake.take(large);
  expect(record.variants).toHaveLength(10);
  expect(stored).not.toContain("1920.avif");
  expect(intake.imageProcesses()).not.toContain(before);
});

test("processes queued images one by one in one process", async () => {
  const images = await processes();
  const folders = await Promise.all(
    [1, 2, 3].map(async (n) => uploadOf(await photoLikeImage(100 * n, 50), images.folder, `u${n}`)),
  );

  const running = folders.map((folder) => images.run({ kind: "image", format: "jpeg", folder }));

  await expect.poll(() => images.pids()).toHaveLength(1);
  const pids = images.pids();
  const done = await Promise.all(running);
  expect(done.map(({ width }) => width)).toEqual([100, 200, 300]);
  expect(images.pids()).toEqual(pids);
});

test("ends an idle process and starts another for the next image", async () => {
  const images = await processes(50);
  const folder = await uploadOf(await photoLikeImage(100, 50), images.folder, "u");
  await images.run({ kind: "image", format: "jpeg", folder });
  const [pid = 0] = images.pids();

  await untilDead(pid);

  expect(await images.run({ kind: "image", format: "jpeg", folder })).toMatchObject({ width: 100 });
});

test("ends the running job and the process on close", async () => {
  const images = await processes();
  const folder = await uploadOf(await photoLikeImage(4000, 3000), images.folder, "u");
  const running = images.run({ kind: "image", format: "jpeg", folder });
  const waiting = images.run({ kind: "image", format: "jpeg", folder });
  await expect.poll(() => images.pids()).toHaveLength(1);
  const [pid = 0] = images.pids();
  const outcomes = Promise.allSettled([running, waiting]);

  images.close();

  const codes = (await outcomes).map((one) => one.status === "rejected" && one.reason.code);
  expect(codes).toEqual(["image_processing_failed", "unavailable"]);
  await untilDead(pid);
});

test("limits the process to its folder, without network or environment", async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "images-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  let connections = 0;
  server.on("connection", () => (connections += 1));
  const { port } = Object(server.address());
  const program = join(folder, "probe.mjs");
  await writeFile(
    program,
    `import { readFile, writeFile } from "node:fs/promises";
     import { connect } from "node:net";
     const attempts = {
       own: () => writeFile("own", "x"),
       passwd: () => readFile("/etc/passwd"),
       outside: () => writeFile(${JSON.stringify(join(tmpdir(), "images-probe"))}, "x"),
       process: async () => (await import("node:child_process")).execFileSync("true"),
       thread: async () => new (await import("node:worker_threads")).Worker("", { eval: true }),
       network: () => new Promise((resolve, reject) =>
         connect(${port}, "127.0.0.1").on("connect", resolve).on("error", reject)),
     };
     const found = { env: Object.keys(process.env).filter((name) => !name.startsWith("NODE_CHANNEL")) };
     for (const [name, attempt] of Object.entries(attempts)) {
       found[name] = await attempt().then(() => "done", (error) => error.code);
     }
     process.send(found, () => process.disconnect());`,
  );
  const child = fork(program, [], { cwd: folder, env: {}, execArgv: imageProcessFlags(folder) });

  const found = await new Promise((resolve) => child.once("message", resolve));

  const denied = "ERR_ACCESS_DENIED";
  expect(found).toEqual({
    env: [],
    own: "done",
    passwd: denied,
    outside: denied,
    process: denied,
    thread: denied,
    network: denied,
  });
  expect(connections).toBe(0);
});
