import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createRepository } from "./create-repository.ts";
import { markShared } from "./lock-owner.ts";
import { lockRef } from "./refs.ts";

const MAIN = "refs/heads/main";

async function sharedRepository(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "loam-owner-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const gitDir = join(folder, "site.git");
  await createRepository(gitDir);
  markShared(gitDir);
  return gitDir;
}

/** Holds the lock in another process, which releases it when its input ends. */
async function holdElsewhere(gitDir: string) {
  const program = `
    const { lockRef } = await import(${JSON.stringify(resolve(import.meta.dirname, "refs.ts"))});
    const lock = await lockRef(${JSON.stringify(gitDir)}, "${MAIN}", { shared: true });
    process.stdin.on("end", () => lock.release()).resume();
    process.stdout.write("locked");
  `;
  const flags = ["-C", "@loam/source", "--input-type=module", "-e", program];
  const child = spawn(process.execPath, flags, { stdio: ["pipe", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await once(child.stdout, "data");
  return child;
}

test("removes the lock of a killed process while waiting for it", async () => {
  const gitDir = await sharedRepository();
  const child = await holdElsewhere(gitDir);
  child.kill("SIGKILL");
  await once(child, "close");
  const locks = await Promise.all(
    [1, 2, 3].map(async () => {
      const lock = await lockRef(gitDir, MAIN, { shared: true });
      const value = lock.current;
      lock.release();
      return value;
    }),
  );
  expect(locks).toEqual([null, null, null]);
});

test("waits for the lock of a live process", async () => {
  const gitDir = await sharedRepository();
  const child = await holdElsewhere(gitDir);
  let released = false;
  const waiting = lockRef(gitDir, MAIN, { shared: true }).then((lock) => {
    lock.release();
    return released;
  });
  // Long enough for many polls of the lock.
  setTimeout(() => {
    released = true;
    child.stdin.end();
  }, 300);
  expect(await waiting).toBe(true);
});

test("moves nothing if the process was taken for dead", async () => {
  const gitDir = await sharedRepository();
  const lock = await lockRef(gitDir, MAIN, { shared: true });
  await lock.prepare("a".repeat(40));
  rmSync(join(gitDir, `${MAIN}.lock`));
  const other = await lockRef(gitDir, MAIN, { shared: true });
  await expect(lock.move()).rejects.toMatchObject({ code: "storage_failed" });
  lock.release();
  await other.prepare("b".repeat(40));
  await other.move();
  const next = await lockRef(gitDir, MAIN, { shared: true });
  expect(next.current).toBe("b".repeat(40));
  next.release();
});
