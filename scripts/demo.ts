import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeClientTypes } from "./client-types/make-client-types.ts";
import { buildSite, siteFolder } from "./demo/build-site.ts";
import { checkAnswers } from "./demo/check-answers.ts";
import { checkMachine } from "./demo/check-machine.ts";
import { DemoError } from "./demo/demo-error.ts";
import { readDemoState, type DemoState } from "./demo/demo-state.ts";
import { DOCS_BUILD, isDocsBuilt } from "./demo/docs-build.ts";
import { EDITOR_BUILD, isEditorBuilt } from "./demo/editor-build.ts";
import { addressesOf, startHq } from "./demo/hq-command.ts";
import { withOwnerToken } from "./demo/owner-token.ts";
import { prepareSite, readDrafts, WORKSPACE } from "./demo/prepare-site.ts";
import { pushSkills } from "./demo/push-skills.ts";
import { ROOT, readSettings, type DemoSettings } from "./demo/read-settings.ts";
import { type Running, runProgram } from "./demo/run-program.ts";
import { serveFolder } from "./demo/serve-folder.ts";
import { startWorker } from "./demo/start-worker.ts";
import { isStarterPacked, packStarter } from "./demo/starter-packages.ts";

// npm run demo [-- --once]: HQ with the demo content, and the example site built from it.

/** The shell's exit code for an interrupted command. */
const INTERRUPTED = 130;

/** Scopes of the token that saves skills and registers the worker. */
const HUB_SCOPES = ["skill:read", "skill:write", "worker:admin"];

try {
  process.exit(await demo(readSettings(process.argv.slice(2), process.env)));
} catch (error) {
  // Errors that the user can fix are one line. Anything else is a bug and prints a stack trace.
  console.error(error instanceof DemoError ? error.message : error);
  process.exit(1);
}

/** Returns the exit code. */
async function demo(settings: DemoSettings): Promise<number> {
  const interrupted = new Promise<"interrupted">((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => resolve("interrupted"));
    }
  });
  const started = await Promise.race([start(settings), interrupted]);
  // Interrupted before everything was started: exiting this process ends what is running.
  if (started === "interrupted") return INTERRUPTED;
  try {
    if (settings.once) await check(settings, started.state);
    else await Promise.race([interrupted, started.ended]);
    return 0;
  } finally {
    await started.stop();
  }
}

interface Started {
  readonly state: DemoState;
  /** Rejects if HQ or the worker exits unexpectedly. */
  readonly ended: Promise<never>;
  stop(): Promise<void>;
}

async function start(settings: DemoSettings): Promise<Started> {
  await checkMachine(settings);
  await step("Building the packages", async () => {
    const tsc = tscPath();
    await makeClientTypes();
    await runProgram({ name: "build the packages", args: [tsc, "-b"] });
    if (!isEditorBuilt()) await runProgram({ name: "build the editor", args: EDITOR_BUILD });
    if (!isStarterPacked()) await packStarter();
  });
  if (!isDocsBuilt()) await step("Building the documentation", () => runProgram(DOCS_BUILD));
  const state =
    (await readDemoState(settings.folder)) ??
    (await step("Importing and publishing content/", () => prepareSite(settings)));
  const hq = await step("Starting HQ", () => startHq(settings));
  const worker = await step("Saving content/skills, and starting a worker", () =>
    withOwnerToken(settings, state, HUB_SCOPES, async (ask) => {
      await pushSkills(ask);
      return startWorker(settings, ask);
    }),
  );
  await step("Building examples/blog", () => buildSite(settings, state.siteId));
  const server = await serveFolder(siteFolder(settings), settings.sitePort);
  print(settings, state);
  const ended = Promise.race([endOf(hq, "HQ"), endOf(worker, "The worker")]);
  // On a regular stop, no one awaits this promise.
  ended.catch(() => undefined);
  return {
    state,
    ended,
    async stop() {
      await server.close();
      await worker.stop();
      await hq.stop();
    },
  };
}

async function endOf(program: Running, name: string): Promise<never> {
  const code = await program.ended;
  throw new DemoError(program.output().trim() || `${name} ended with ${code}.`);
}

function tscPath(): string {
  const path = join(ROOT, "node_modules/typescript/bin/tsc");
  if (existsSync(path)) return path;
  throw new DemoError("The packages that the demo needs are not installed. Run npm ci first.");
}

async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  process.stdout.write(`${what} … `);
  try {
    const result = await work();
    console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
    return result;
  } catch (error) {
    console.log("failed");
    throw error;
  }
}

function print(settings: DemoSettings, { siteId, email, password, readKey }: DemoState): void {
  const { hqUrl, siteUrl } = addressesOf(settings);
  const rows = [
    ["Example site", `${siteUrl}/`],
    ["Dashboard", `${hqUrl}/`],
    ["Documentation", `${hqUrl}/docs/`],
    ["Published files", `${hqUrl}/public/${siteId}/api/index.json`],
    ["Read API", `curl -H 'X-CMS-API-KEY: ${readKey}' '${hqUrl}/api/public/cms/${siteId}/posts'`],
    [
      "Skills",
      `git clone ${hqUrl.replace("://", "://token@")}/git/${WORKSPACE}/skills.git   (a token as password)`,
    ],
    [
      "Worker",
      `HOME=${join(settings.folder, "worker")} LOAM_WORKER_HOME=${join(settings.folder, "worker/state")} npx agent-cli skill list`,
    ],
    ["Login", `${email}  ${password}`],
    ["API key", readKey],
    ["Site ID", siteId],
    ["Data", `${settings.folder} (delete it to start over)`],
  ];
  console.log(`\n${rows.map(([name = "", value]) => `${name.padEnd(16)} ${value}`).join("\n")}\n`);
  if (!settings.once) console.log("Running. Ctrl-C stops everything.");
}

async function check(settings: DemoSettings, { siteId, readKey }: DemoState): Promise<void> {
  const drafts = await readDrafts();
  const { types, entries, pages } = await step("Checking every page and file", () =>
    checkAnswers({ ...addressesOf(settings), siteId, readKey, drafts }),
  );
  console.log(
    `No problems: ${entries} entries of ${types} content types, ${pages} pages and files on the site.`,
  );
}
