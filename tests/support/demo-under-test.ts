import { readFile } from "node:fs/promises";
import { inject, vi } from "vitest";
import type { DemoRun } from "./demo-process.ts";

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

/** The demo that runs, for a test file to wait for. */
export async function demoUnderTest(): Promise<DemoUnderTest> {
  const note = inject("demoNote");
  const written = await vi.waitFor(() => readFile(note, "utf8"), { timeout: 300_000 });
  const demo: DemoUnderTest | { readonly failed: string } = JSON.parse(written);
  if ("failed" in demo) throw new Error(demo.failed);
  return demo;
}
