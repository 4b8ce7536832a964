/** A line of output. */
export interface LogLine {
  /** Starts at 1. */
  readonly number: number;
  readonly text: string;
  /** Guessed from the text; used only for color. */
  readonly tone: "plain" | "warning" | "failure";
}

/** Maximum lines on a page. The complete log can be downloaded. */
export const MOST_LINES = 20_000;

const FAILURE = /(?:^|[\s[(])(?:error|fatal|failed|failure|panic|exception)\b/i;
const WARNING = /(?:^|[\s[(])(?:warn|warning|deprecated)\b/i;
/** ANSI escape sequences for colors and cursor movement. */
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** Returns the last lines of a text as a terminal would display them. */
export function linesOf(text: string): readonly LogLine[] {
  const all = text.split("\n");
  // A trailing line break doesn't start another line.
  if (all.at(-1) === "") all.pop();
  const from = Math.max(0, all.length - MOST_LINES);
  return all.slice(from).map((line, place) => {
    const shown = shownPart(line.replaceAll(ESCAPES, ""));
    return { number: from + place + 1, text: shown, tone: toneOf(shown) };
  });
}

/** Applies carriage returns, which overwrite the line. */
function shownPart(line: string): string {
  const parts = line.split("\r").filter((part) => part !== "");
  return parts.at(-1) ?? "";
}

function toneOf(text: string): LogLine["tone"] {
  if (FAILURE.test(text)) return "failure";
  return WARNING.test(text) ? "warning" : "plain";
}
