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
  /** That its first person began: HQ asks an address that signs in again and again to wait. */
  readonly session: DemoSession;
  readonly folder: string;
  /** The exit code of a first start in an empty folder that got Ctrl-C while it imported. */
  readonly interrupted: number | null;
  /** `--once` after that. */
  readonly firstRun: DemoRun;
  /** The start after it, in the same folder. */
  readonly secondStart: {
    readonly output: string;
    readonly ms: number;
    /** Its exit code after Ctrl-C. */
    readonly ended: number | null;
    /** Whether its HQ, and its site, answered after that. */
    readonly left: readonly boolean[];
  };
}

export interface DemoSession {
  /** Of `Cookie`. */
  readonly cookie: string;
  readonly csrfToken: string;
}

/** The demo that runs, for a test file to wait for. */
export async function demoUnderTest(): Promise<DemoUnderTest> {
  const note = inject("demoNote");
  const written = await vi.waitFor(() => readFile(note, "utf8"), { timeout: 300_000 });
  const demo: DemoUnderTest | { readonly failed: string } = JSON.parse(written);
  if ("failed" in demo) throw new Error(demo.failed);
  return demo;
}
