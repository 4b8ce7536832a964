/** A fenced block of a page. */
export interface Snippet {
  readonly kind: "snippet";
  readonly language: string;
  readonly text: string;
  /** Line of the opening fence, from 1. */
  readonly line: number;
  /** The comment directly above it, without its brackets; absent if there is none. */
  readonly marker: string | undefined;
}

/** Something a page does without showing it: `<!-- before: … -->` or `<!-- stop -->`. */
interface HiddenStep {
  readonly kind: "before" | "stop";
  readonly text: string;
  readonly line: number;
}

export type PageStep = Snippet | HiddenStep;

/** Languages of snippets that a reader would copy. Each of them is run, or marked with the reason why not. */
const COPIED = new Set(["sh", "bash", "ts", "js", "json", "http", "astro"]);

const FENCE = /^( *)(`{3,}|~{3,})([\w-]*)\s*$/;
const HIDDEN = /^(before|stop)(?::([\s\S]*))?$/;

/**
 * Reads the snippets of a page, in order, with the comment above each of them:
 *
 * - `<!-- run -->`: a shell block, run in the page's shell. It must exit with 0.
 * - `<!-- run: background -->`: the same for a server. It is ready when it has printed a URL.
 * - `<!-- output -->`: what the shell block above printed. `…` stands for any text.
 * - `<!-- file: path -->`: written to that file, for the blocks below.
 * - `<!-- not run: reason -->`: not run.
 * - `<!-- before: commands -->`: commands that the page takes for granted. They are run and not shown.
 * - `<!-- stop -->`: ends the servers that run in the background.
 */
export function readPage(markdown: string): readonly PageStep[] {
  const lines = markdown.split("\n");
  const steps: PageStep[] = [];
  let marker: string | undefined;
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, indent = "", fence, language = ""] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      const end = closingFence(lines, { from: at + 1, fence });
      const text = lines.slice(at + 1, end).map((each) => withoutIndent(each, indent.length));
      steps.push({ kind: "snippet", language, text: text.join("\n"), line: at + 1, marker });
      at = end;
      marker = undefined;
    } else if (line.trimStart().startsWith("<!--")) {
      const end = lines.findIndex((each, index) => index >= at && each.includes("-->"));
      marker = commentOf(lines.slice(at, end + 1).join("\n"));
      const hidden = hiddenStep(marker, at + 1);
      if (hidden !== undefined) {
        steps.push(hidden);
        marker = undefined;
      }
      at = end;
    } else if (line.trim() !== "") {
      marker = undefined;
    }
  }
  return steps;
}

function commentOf(text: string): string {
  return text
    .trim()
    .replace(/^<!--\s*/, "")
    .replace(/\s*-->$/, "");
}

function hiddenStep(marker: string, line: number): HiddenStep | undefined {
  const [, kind, text = ""] = HIDDEN.exec(marker) ?? [];
  return kind === "before" || kind === "stop" ? { kind, text: text.trim(), line } : undefined;
}

/** Snippets that are neither run nor marked, by line. */
export function unmarkedSnippets(steps: readonly PageStep[]): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind !== "snippet" || !COPIED.has(step.language)) return [];
    if (step.marker !== undefined && isMarker(step.marker, step.language)) return [];
    return [`line ${step.line}: ${step.language} block with ${step.marker ?? "no marker"}`];
  });
}

function isMarker(marker: string, language: string): boolean {
  const isShell = language === "sh" || language === "bash";
  if (/^run(: background)?$/.test(marker)) return isShell;
  if (marker === "output") return !isShell;
  return /^file: \S+$/.test(marker) || /^not run: \S.{9,}/.test(marker);
}

function closingFence(
  lines: readonly string[],
  { from, fence }: { readonly from: number; readonly fence: string },
): number {
  const end = lines.findIndex((line, index) => index >= from && line.trim() === fence);
  if (end === -1) throw new Error(`The fence above line ${from + 1} is never closed.`);
  return end;
}

function withoutIndent(line: string, indent: number): string {
  return line.slice(0, indent).trim() === "" ? line.slice(indent) : line;
}
