import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { freePort } from "../../support/free-port.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** Inside the repository, where Astro finds the packages and their components. */
const PAGES = join(ROOT, "tests/.tmp");

/** The port in the documentation. The test uses a free one instead. */
const DOCUMENTED_PORT = "4400";

const READY_MS = 240_000;

/** No block takes longer unless it waits for something that never happens. */
const BLOCK_MS = 240_000;

/** The folder represents the reader's clone: elsewhere, npx would not find the workspace's commands. */
function npxIn(clone: string): string {
  return `#!/bin/sh
command=$1; shift
case "$command" in hq | agent-cli)
  if [ "$PWD" != "${clone}" ]; then echo "npx $command works in the clone only, not in $PWD" >&2; exit 1; fi
esac
exec "${ROOT}/node_modules/.bin/$command" "$@"
`;
}

const CURL = `#!/bin/sh
PATH="\${PATH#*:}"
case " $* " in
  *" -f"* | *" --fail"* | *"%{http_code}"*) exec curl "$@" ;;
  *) exec curl --fail-with-body "$@" ;;
esac
`;

/** A bash in an empty folder, as the reader of a page would use it. */
export interface PageShell {
  /** Where `before` and the first block start. */
  readonly folder: string;
  /** Runs commands and returns everything that they print. */
  run(commands: string): Promise<string>;
  /** Runs a server until `stop`, and waits until it prints a URL. */
  runInBackground(commands: string): Promise<string>;
  /** Ends what runs in the background. */
  stop(): Promise<void>;
  /** Writes a file below the working directory of the shell. */
  write(path: string, text: string): Promise<void>;
}

/** Opens the shell of a page. It ends with the test. */
export async function openPageShell(): Promise<PageShell> {
  await mkdir(PAGES, { recursive: true });
  const home = await mkdtemp(join(PAGES, "loam-docs-"));
  onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 3 }));
  const folder = join(home, "work");
  await mkdir(folder);
  const port = String(await freePort());
  const environment = await environmentIn(home, port);
  const shell = spawn("bash", ["--noprofile", "--norc"], {
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["pipe", "pipe", "pipe"],
  });
  shell.stdin.on("error", () => undefined);
  onTestFinished(() => endGroup(shell));
  const output = collectOutput(shell);
  shell.stdin.write("set -eo pipefail\n");
  let count = 0;
  const logs: string[] = [];

  async function run(commands: string): Promise<string> {
    count += 1;
    const file = join(home, `block-${count}.sh`);
    const mark = `--end-of-block-${count}--`;
    await writeFile(file, commands.replaceAll(DOCUMENTED_PORT, port));
    shell.stdin.write(`source ${file} </dev/null 2>&1\necho "${mark}"\n`);
    return (await output.until(mark)).replaceAll(port, DOCUMENTED_PORT);
  }

  return {
    folder,
    run,
    async runInBackground(commands) {
      const log = join(home, `background-${logs.length}.log`);
      logs.push(log);
      await writeFile(log, "");
      // `exec` would end the shell, so a block of several commands is grouped.
      await run(`{ ${commands}\n} >${log} 2>&1 &\nBACKGROUND="$BACKGROUND $!"`);
      return (await untilReady(log)).replaceAll(port, DOCUMENTED_PORT);
    },
    async stop() {
      await run(
        'for pid in $BACKGROUND; do pkill -TERM -P $pid || kill -TERM $pid || true; done; wait || true; BACKGROUND=""',
      );
    },
    async write(path, text) {
      const file = resolve((await run("pwd")).trim(), path.replace(/^~/, home));
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, `${text.replaceAll(DOCUMENTED_PORT, port)}\n`);
    },
  };
}

async function environmentIn(home: string, port: string): Promise<Record<string, string>> {
  const bin = join(home, "bin");
  await mkdir(bin);
  await symlink(process.execPath, join(bin, "node"));
  // npx would ask the registry for what it doesn't find. Pages use commands of the workspace only.
  await writeFile(join(bin, "npx"), npxIn(join(home, "work")), { mode: 0o755 });
  // An error response ends the block, as a reader would stop there.
  await writeFile(join(bin, "curl"), CURL, { mode: 0o755 });
  await writeFile(join(home, ".curlrc"), "no-progress-meter\n");
  const identity =
    "[user]\n\tname = Ada\n\temail = ada@example.com\n[init]\n\tdefaultBranch = main\n";
  await writeFile(join(home, ".gitconfig"), identity);
  // The worker's local interface: a port that is free.
  await mkdir(join(home, ".loam-worker"), { mode: 0o700 });
  await writeFile(join(home, ".loam-worker/settings.json"), '{ "port": 0 }\n');
  return {
    PATH: `${bin}:${process.env["PATH"] ?? ""}`,
    HOME: home,
    LANG: "C.UTF-8",
    TMPDIR: home,
    GIT_CEILING_DIRECTORIES: PAGES,
    GIT_TERMINAL_PROMPT: "0",
    ASTRO_TELEMETRY_DISABLED: "1",
    ASTRO_DISABLE_UPDATE_CHECK: "true",
    NO_PROXY: "*",
    NODE_COMPILE_CACHE: join(ROOT, "node_modules/.cache/loam/compiled-docs"),
    LOAM_PORT: port,
  };
}

/** Reads what a shell prints, part by part. */
function collectOutput(shell: ChildProcess): { until(mark: string): Promise<string> } {
  let text = "";
  let changed = Promise.withResolvers<void>();
  const add = (part: string): void => {
    text += part;
    changed.resolve();
    changed = Promise.withResolvers();
  };
  shell.stdout?.setEncoding("utf8").on("data", add);
  shell.stderr?.setEncoding("utf8").on("data", add);
  let ended = false;
  // Not `close`: servers in the background hold the pipes.
  shell.once("exit", () => {
    ended = true;
    changed.resolve();
  });
  return {
    async until(mark) {
      const deadline = Date.now() + BLOCK_MS;
      while (!text.includes(mark)) {
        if (ended) throw new Error(`A command failed. The block printed:\n${text}`);
        if (Date.now() > deadline) throw new Error(`The block never ends. It printed:\n${text}`);
        await Promise.race([changed.promise, wait(1000)]);
      }
      const end = text.indexOf(mark);
      const printed = text.slice(0, end);
      text = text.slice(end + mark.length + 1);
      return printed;
    },
  };
}

async function untilReady(log: string): Promise<string> {
  const deadline = Date.now() + READY_MS;
  while (Date.now() < deadline) {
    const text = await readFile(log, "utf8");
    if (/https?:\/\//.test(text)) return text;
    await wait(50);
  }
  throw new Error(`The server printed no URL:\n${await readFile(log, "utf8")}`);
}

async function endGroup(shell: ChildProcess): Promise<void> {
  const { pid } = shell;
  if (pid === undefined) return;
  const ended = shell.exitCode === null ? once(shell, "exit") : undefined;
  try {
    process.kill(-pid, "SIGTERM");
    await wait(300);
    process.kill(-pid, "SIGKILL");
  } catch {
    // Everything had ended.
  }
  await ended;
}
