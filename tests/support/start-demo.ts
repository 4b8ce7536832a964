import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { readDemoState } from "../../scripts/demo/demo-state.ts";
import { newDemoFolder, runDemo, startDemo, type DemoRun } from "./demo-process.ts";
import { freePort } from "./free-port.ts";

/** What the end-to-end tests know of the demo that runs while they do. */
export interface DemoUnderTest {
  readonly hqUrl: string;
  readonly siteUrl: string;
  readonly hqPort: number;
  readonly sitePort: number;
  readonly siteId: string;
  readonly email: string;
  readonly password: string;
  readonly readKey: string;
  readonly folder: string;
  /** `--once` in an empty folder. */
  readonly firstRun: DemoRun;
  /** The start after it, in the same folder. */
  readonly secondStart: { readonly output: string; readonly ms: number };
}

declare module "vitest" {
  interface ProvidedContext {
    demo: DemoUnderTest;
  }
}

/** Runs the demo once to its end and then keeps it running: every end-to-end test looks at this one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await newDemoFolder();
  const [hqPort, sitePort] = [await freePort(), await freePort()];
  const args = ["--folder", folder];
  const env = { LOAM_PORT: String(hqPort), LOAM_SITE_PORT: String(sitePort) };
  try {
    const firstRun = await runDemo({ args: [...args, "--once"], env });
    if (firstRun.code !== 0) throw new Error(`${firstRun.output}${firstRun.errors}`);
    const state = await readDemoState(folder);
    if (state === undefined) throw new Error("the demo left no state");
    const running = await startDemo({ args, env });
    project.provide("demo", {
      hqUrl: `http://127.0.0.1:${hqPort}`,
      siteUrl: `http://127.0.0.1:${sitePort}`,
      hqPort,
      sitePort,
      ...state,
      folder,
      firstRun,
      secondStart: { output: running.output, ms: running.ms },
    });
    return async () => {
      await running.interrupt();
      await rm(folder, { recursive: true, force: true });
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
