import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { countTests } from "./tests/support/count-tests.ts";
import { selectTests } from "./tests/support/heavy-tests.ts";
import { temporaryPlace } from "./tests/support/temporary-place.ts";

// All temporary folders of the tests and of the processes that they start are in this folder, which is removed at the
// end. This file is read once per project.
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

// Ends tests that hang. It is long, because machines are busy and share their disks.
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
    // The projects share most modules, so that each is transformed only once.
    fsModuleCache: true,
    // Tests wait for disks, timers, and processes, so two more workers than cores keep all cores busy.
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
          // Wraps the file system from the first import on.
          setupFiles: ["tests/support/even-priority.ts", "tests/faults/support/patch-once.ts"],
          // The time of more rounds is not limited.
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
