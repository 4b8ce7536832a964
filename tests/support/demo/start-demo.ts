import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { readDemoState } from "../../../scripts/demo/demo-state.ts";
import { startSession } from "../browser/start-session.ts";
import { freePort } from "../free-port.ts";
import { newDemoFolder, runDemo, startDemo } from "./demo-process.ts";
import type { DemoUnderTest } from "./demo-under-test.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of a file that contains a `DemoUnderTest` once the demo runs. */
    demoNote: string;
  }
}

/**
 * Interrupts the demo during its import, runs it to its end, starts and stops it, and then keeps it running for all
 * end-to-end tests. Other tests run meanwhile, so only those that need it wait.
 */
export function setup(project: TestProject): () => Promise<void> {
  const note = join(tmpdir(), `loam-demo-${randomUUID()}.json`);
  project.provide("demoNote", note);
  const started = startNoted(note);
  started.catch(() => undefined);
  return async () => {
    try {
      await (
        await started
      )();
    } finally {
      await rm(note, { force: true });
    }
  };
}

/** @returns a function that stops it */
async function startNoted(note: string): Promise<() => Promise<void>> {
  // Renamed into place, so that no one reads a partial file.
  const write = async (text: string): Promise<void> => {
    await writeFile(`${note}.new`, text);
    await rename(`${note}.new`, note);
  };
  try {
    const { demo, end } = await startBoth();
    await write(JSON.stringify(demo));
    return end;
  } catch (error) {
    await write(JSON.stringify({ failed: String(error) }));
    throw error;
  }
}

/** Returns whether a port accepts connections. */
async function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/`).then(
    () => true,
    () => false,
  );
}

async function startBoth(): Promise<{
  readonly demo: DemoUnderTest;
  readonly end: () => Promise<void>;
}> {
  const folder = await newDemoFolder();
  const [hqPort, sitePort] = [await freePort(), await freePort()];
  const args = ["--folder", folder];
  const env = { LOAM_PORT: String(hqPort), LOAM_SITE_PORT: String(sitePort) };
  try {
    const early = await startDemo({ args, env, until: "Importing" });
    const interrupted = await early.interrupt();
    const firstRun = await runDemo({ args: [...args, "--once"], env });
    if (firstRun.code !== 0) throw new Error(`${firstRun.output}${firstRun.errors}`);
    const state = await readDemoState(folder);
    if (state === undefined) throw new Error("the demo left no state");
    const second = await startDemo({ args, env });
    const ended = await second.interrupt();
    const ports = [hqPort, sitePort];
    const left = await Promise.all(ports.map(answers));
    const running = await startDemo({ args, env });
    const hqUrl = `http://127.0.0.1:${hqPort}`;
    const demo = {
      hqUrl,
      siteUrl: `http://127.0.0.1:${sitePort}`,
      hqPort,
      sitePort,
      ...state,
      session: await startSession({ hqUrl, ...state }),
      folder,
      interrupted,
      firstRun,
      secondStart: { output: second.output, ended, left },
    };
    const end = async (): Promise<void> => {
      await running.interrupt();
      await rm(folder, { recursive: true, force: true });
    };
    return { demo, end };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
