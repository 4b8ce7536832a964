import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { temporaryPlace } from "./tests/support/temporary-place.ts";

// Every temporary folder of the tests, of those that run now and of what they start.
process.env["TMPDIR"] = temporaryPlace();

// Workspace packages are resolved to their TypeScript sources, so no build precedes a unit run.
const fromSource = { conditions: ["@loam/source"] };

export default defineConfig({
  test: {
    restoreMocks: true,
    // Tests wait for disks, timers and programs that they start: one more than there are cores keeps all busy.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        ssr: { resolve: fromSource },
        test: {
          name: "unit",
          isolate: false,
          include: ["packages/*/src/**/*.test.ts"],
          // Tests with real git wait for a disk that others use, too.
          testTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          name: "unit-postgres",
          isolate: false,
          include: ["packages/hq/src/**/*.test.ts"],
          // What takes seconds and has no database, so that once is enough.
          exclude: [
            "packages/hq/src/cli/run-hq.test.ts",
            "packages/hq/src/platform/http/{drop-slow-reader,request-deadline,slow-senders}.test.ts",
            "packages/hq/src/people/identity/passwords/**",
            "packages/hq/src/cli/transfer/import-command.test.ts",
            "packages/hq/src/deliver/public-files/hot-files.test.ts",
            "packages/hq/src/deliver/read-api/compatible/html-process.test.ts",
            "packages/hq/src/platform/secrets/guess-timing.test.ts",
            "packages/hq/src/sites/publisher/paced-follow.test.ts",
          ],
          globalSetup: ["tests/support/start-postgres.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          name: "integration",
          include: ["tests/{architecture,integration,conformance,hostile}/**/*.test.ts"],
          // Tests with real Astro use the packages as they are built.
          globalSetup: ["tests/support/build.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          name: "integration-postgres",
          include: [
            "tests/integration/hq-{http,setup}.test.ts",
            // What must happen once, however many ask for it at once.
            "tests/integration/identity/{invitations,password-reset,passkeys,totp}.test.ts",
            "tests/postgres/**/*.test.ts",
          ],
          globalSetup: ["tests/support/start-postgres.ts"],
          testTimeout: 60_000,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          name: "faults",
          include: ["tests/faults/**/*.test.ts"],
          // Stands between the tests and the file system from the first import on.
          setupFiles: ["tests/faults/support/patch-file-system.ts"],
          // Rounds by hand take as long as they take.
          testTimeout: process.env["LOAM_CRASH_ROUNDS"] === undefined ? 120_000 : 0,
        },
      },
      {
        ssr: { resolve: fromSource },
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          globalSetup: ["tests/support/build.ts", "tests/support/start-demo.ts"],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
    coverage: { provider: "v8", include: ["packages/*/src/**/*.ts"] },
  },
});
