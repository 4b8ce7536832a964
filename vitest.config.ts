import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { countTests } from "./tests/support/count-tests.ts";
import { selectTests } from "./tests/support/heavy-tests.ts";
import { temporaryPlace } from "./tests/support/temporary-place.ts";

// Every temporary folder of the tests, of those that run now and of what they start, and nothing after them.
// (This file is read once for each project.)
if (process.env["LOAM_TEST_FOLDER"] === undefined) {
  const folder = mkdtempSync(join(temporaryPlace(), "loam-"));
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711);
  process.env["LOAM_TEST_FOLDER"] = folder;
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
}

// Workspace packages are resolved to their TypeScript sources, so no build precedes a unit run.
const fromSource = { conditions: ["@loam/source"] };

const HQ = "packages/hq/src";

/** Where SQL matters most: locked rows, counts, leases, queues, and concurrent transactions. */
const ON_POSTGRES = [
  `${HQ}/platform/{db,limits}/**/*.test.ts`,
  `${HQ}/people/{access,audit,workspaces}/**/*.test.ts`,
  `${HQ}/people/identity/sign-in/**/*.test.ts`,
  `${HQ}/sites/{cluster,manage}/**/*.test.ts`,
  `${HQ}/automation/scheduler/**/*.test.ts`,
  `${HQ}/automation/webhooks/{deliveries,failed-deliveries,follow-events,notify-webhook-disabled}.test.ts`,
  `${HQ}/content/{changes,releases}/**/*.test.ts`,
  `${HQ}/hub/{events,runs,skills,workers}/**/*.test.ts`,
  `${HQ}/api/{manage-router,idempotency}.test.ts`,
  "tests/integration/{hq-http,hq-setup}.test.ts",
  "tests/integration/identity/{invitations,password-reset,passkeys,totp}.test.ts",
  "tests/postgres/**/*.test.ts",
];

// A bound for what hangs. Nothing is measured by it: machines are busy, and others use their disks, too.
const testTimeout = 300_000;
const patient = { testTimeout, hookTimeout: testTimeout, expect: { poll: { timeout: 120_000 } } };
const setupFiles = [
  "tests/support/even-priority.ts",
  "tests/support/properties/sample-properties.ts",
];

const counts = process.env["LOAM_TEST_COUNTS"];

export default defineConfig({
  test: {
    restoreMocks: true,
    reporters: ["default", ...(counts === undefined ? [] : [countTests(counts)])],
    // The projects share most modules: what one has transformed the others take as it is.
    fsModuleCache: true,
    // Tests wait for disks, timers and programs that they start: two more than there are cores keep all busy.
    maxWorkers: availableParallelism() + 2,
    projects: [
      {
        ssr: { resolve: fromSource },
        test: {
          ...patient,
          name: "unit",
          isolate: false,
          setupFiles,
          ...selectTests(["packages/*/src/**/*.test.ts", "packages/hq/web/src/**/*.test.ts"]),
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          ...patient,
          name: "postgres",
          isolate: false,
          setupFiles,
          ...selectTests(ON_POSTGRES, { also: [`${HQ}/**/*.test.ts`] }),
          globalSetup: ["tests/support/postgres/start-postgres.ts"],
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          ...patient,
          name: "integration",
          isolate: false,
          setupFiles,
          ...selectTests(["tests/{architecture,integration,conformance,hostile}/**/*.test.ts"]),
          // Tests with real Astro use the packages as they are built.
          globalSetup: ["tests/support/demo/build.ts"],
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          ...patient,
          name: "faults",
          isolate: false,
          ...selectTests(["tests/faults/**/*.test.ts"]),
          // Stands between the tests and the file system from the first import on.
          setupFiles: ["tests/support/even-priority.ts", "tests/faults/support/patch-once.ts"],
          // More rounds take as long as they take.
          testTimeout: process.env["LOAM_TEST_ROUNDS"] === undefined ? testTimeout : 0,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          ...patient,
          name: "e2e",
          isolate: false,
          setupFiles,
          ...selectTests(["tests/e2e/**/*.test.ts"]),
          globalSetup: ["tests/support/demo/build.ts", "tests/support/demo/start-demo.ts"],
        },
      },
    ],
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
