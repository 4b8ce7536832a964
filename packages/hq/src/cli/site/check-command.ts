import { relative, resolve, sep } from "node:path";
import { CmsError, countOf, isCmsError } from "@loam/cms-core";
import { answer, type JsonOption } from "@loam/cms-core/program";
import { type CheckedPush, checkFolder } from "@loam/cms-core/site";
import { watch } from "chokidar";
import { type Command, Option } from "commander";
import { issueLine } from "../../git/issue-line.ts";
import type { Terminal } from "../../platform/terminal/terminal.ts";
import { CHECK_FORMATS, type CheckFormat, formatIssues } from "./check-format.ts";

interface CheckOptions extends JsonOption {
  readonly base?: string;
  readonly format: CheckFormat;
  readonly watch?: boolean;
}

/** `hq check`: checks the files in a folder against the push rules. Needs neither a server nor a data folder. */
export function defineCheckCommand(command: Command, terminal: Terminal): void {
  command
    .option("--base <commit>", "Commit to compare with (default: origin/main)")
    .addOption(
      new Option("--format <format>", "Output format: for people, or for the CI of a Git host")
        .choices(CHECK_FORMATS)
        .default("text"),
    )
    .option("--watch", "Keep running, and check again when files change")
    .action(async (name: string, options: CheckOptions) => {
      const folder = resolve(terminal.folder, name);
      if (options.watch === true) return watchFolder(terminal, folder, options);
      const checked = await check(folder, options);
      printResult(terminal, checked, options);
      const { issues } = checked;
      if (issues.length === 0) return;
      throw new CmsError(
        "invalid",
        `A push would be rejected: ${countOf(issues.length, "problem")}.`,
      );
    });
}

/** Problems for which a push would be rejected, and hints. */
type Checked = Pick<CheckedPush, "issues" | "hints">;

async function check(folder: string, { base }: Pick<CheckOptions, "base">): Promise<Checked> {
  return checkFolder(folder, { now: new Date(), ...(base !== undefined && { base }) });
}

function printResult(terminal: Terminal, { issues, hints }: Checked, options: CheckOptions): void {
  if (options.json !== true) for (const hint of hints) terminal.err(`${issueLine(hint)}\n`);
  answer(terminal, options, {
    data: { issues, hints },
    lines: formatIssues(issues, options.format),
  });
}

/**
 * Runs until the command is stopped. Files that cannot be checked are reported like problems, because the next change
 * might fix them.
 */
async function watchFolder(
  terminal: Terminal,
  folder: string,
  options: CheckOptions,
): Promise<void> {
  const stopped = Promise.withResolvers<undefined>();
  const forget = terminal.onStop(() => stopped.resolve(undefined));
  const watcher = watch(folder, {
    // Editors save in several steps.
    awaitWriteFinish: { stabilityThreshold: 100, pollInterval: 20 },
    followSymlinks: false,
    ignoreInitial: true,
    ignored: (path) => isAside(relative(folder, path)),
  });
  let running: Promise<void> | undefined;
  let isDue = false;
  const round = async (): Promise<void> => {
    while (isDue) {
      isDue = false;
      printResult(terminal, await checkOrReport(folder, options), options);
    }
    running = undefined;
  };
  const start = (): void => {
    isDue = true;
    running ??= round();
    running.catch(stopped.reject);
  };
  watcher.on("all", start).on("error", stopped.reject).on("ready", start);
  terminal.err(`Watching ${folder}.\n`);
  try {
    await stopped.promise;
    await running;
  } finally {
    forget();
    await watcher.close();
  }
}

async function checkOrReport(folder: string, options: CheckOptions): Promise<Checked> {
  try {
    return await check(folder, options);
  } catch (error) {
    if (!isCmsError(error)) throw error;
    const { code, message, issues } = error;
    return { issues: issues.length > 0 ? issues : [{ code, message }], hints: [] };
  }
}

/** Files that are never pushed. */
function isAside(path: string): boolean {
  const parts = path.split(sep);
  return parts.includes(".git") || parts.includes("node_modules");
}
