import { readFile } from "node:fs/promises";
import { inject, vi } from "vitest";
import type { DemoRun } from "./demo-process.ts";

/** The running demo as seen by end-to-end tests. */
export interface DemoUnderTest {
  readonly hqUrl: string;
  readonly siteUrl: string;
  readonly hqPort: number;
  readonly sitePort: number;
  readonly siteId: string;
  readonly email: string;
  readonly password: string;
  readonly readKey: string;
  /** A shared session of its first user, because HQ rate-limits sign-ins. */
  readonly session: DemoSession;
  readonly folder: string;
  /** Exit code of a first start in an empty folder, interrupted by Ctrl-C during the import. */
  readonly interrupted: number | null;
  /** The following run with `--once`. */
  readonly firstRun: DemoRun;
  /** The following start in the same folder. */
  readonly secondStart: {
    readonly output: string;
    /** Its exit code after Ctrl-C. */
    readonly ended: number | null;
    /** Whether its HQ and site still responded after that. */
    readonly left: readonly boolean[];
  };
}

export interface DemoSession {
  /** Value of `Cookie`. */
  readonly cookie: string;
  readonly csrfToken: string;
}

/** Waits for the running demo. */
export async function demoUnderTest(): Promise<DemoUnderTest> {
  const note = inject("demoNote");
  const written = await vi.waitFor(() => readFile(note, "utf8"), { timeout: 300_000 });
  const demo: DemoUnderTest | { readonly failed: string } = JSON.parse(written);
  if ("failed" in demo) throw new Error(demo.failed);
  return demo;
}
