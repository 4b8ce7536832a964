import { openPageShell, type PageShell } from "./page-shell.ts";
import type { PageStep, Snippet } from "./read-page.ts";

/** Placeholders of pages. Each stands for the last such value that a block printed. */
const PLACEHOLDERS: Readonly<Record<string, RegExp>> = {
  "<worker_id>": /\bw[a-z2-7]{19}\b/g,
  "<transfer_id>": /\bt[a-z2-7]{15}\b/g,
  "<run_id>": /\br[a-z2-7]{19}\b/g,
  "<site_id>": /\bs[a-z2-7]{19}\b/g,
  "<token>": /\bloam_pat_\w+/g,
  "<read_key>": /\bloam_read_\w+/g,
  "<draft_key>": /\bloam_draft_\w+/g,
  "<registration_token>": /\bloam_reg_\w+/g,
  "<setup_token>": /\bloam_setup_\w+/g,
};

/**
 * Runs every block of a page in order, against an HQ that the page itself starts.
 *
 * @returns how many shell blocks ran
 */
export async function runPage(steps: readonly PageStep[]): Promise<number> {
  const shell = await openPageShell();
  let printed = "";
  let last = "";
  for (const step of steps) {
    try {
      last = (await runStep(step, { shell, printed, last })) ?? last;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new Error(`Line ${step.line}: ${why}`, { cause: error });
    }
    printed += `\n${last}`;
  }
  return steps.filter((step) => step.kind === "snippet" && step.marker?.startsWith("run")).length;
}

interface SoFar {
  readonly shell: PageShell;
  /** By all blocks. */
  readonly printed: string;
  /** By the last shell block. */
  readonly last: string;
}

/** Returns what the step printed; nothing if it isn't run in the shell. */
async function runStep(step: PageStep, soFar: SoFar): Promise<string | undefined> {
  const { shell, printed, last } = soFar;
  if (step.kind !== "snippet") {
    if (step.kind === "before") return shell.run(filledIn(step.text, printed));
    await shell.stop();
    return undefined;
  }
  const { marker = "", text } = step;
  if (marker === "run") return shell.run(filledIn(text, printed));
  if (marker === "run: background") return shell.runInBackground(filledIn(text, printed));
  if (marker === "output") checkOutput(step, last);
  if (marker.startsWith("file: ")) {
    await shell.write(marker.slice("file: ".length), filledIn(text, printed));
  }
  return undefined;
}

function filledIn(text: string, printed: string): string {
  return Object.entries(PLACEHOLDERS).reduce((filled, [name, pattern]) => {
    if (!filled.includes(name)) return filled;
    const value = printed.match(pattern)?.at(-1);
    if (value === undefined) throw new Error(`Nothing printed before could be ${name}.`);
    return filled.replaceAll(name, value);
  }, text);
}

/** @throws if a block that shows output shows something else than was printed. */
function checkOutput({ language, text }: Snippet, printed: string): void {
  const shape = language === "json" ? withoutSpace : trimmedLines;
  const parts = shape(text)
    .split("…")
    .map((part) => RegExp.escape(part));
  const pattern = new RegExp(`^${parts.join("[\\s\\S]*?")}$`);
  if (!pattern.test(shape(printed))) {
    throw new Error(`The page shows\n${text}\n\nand the command printed\n${printed}`);
  }
}

/** JSON without the white space between its tokens. */
function withoutSpace(json: string): string {
  return json.replaceAll(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}

function trimmedLines(text: string): string {
  return text
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")
    .trim();
}
