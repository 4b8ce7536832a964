/** One line of what was printed. */
export interface LogLine {
  /** From 1. */
  readonly number: number;
  readonly text: string;
  /** What its words sound like: a guess, for the eye alone. */
  readonly tone: "plain" | "warning" | "failure";
}

/** As many as a page shows; the whole is downloaded. */
export const MOST_LINES = 20_000;

const FAILURE = /(?:^|[\s[(])(?:error|fatal|failed|failure|panic|exception)\b/i;
const WARNING = /(?:^|[\s[(])(?:warn|warning|deprecated)\b/i;
/** Colours and moves of the cursor, for terminals. */
// oxlint-disable-next-line no-control-regex
const ESCAPES = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g;

/** The last lines of a text as a terminal would show them. */
export function linesOf(text: string): readonly LogLine[] {
  const all = text.split("\n");
  // What ends with a line break has no line after it.
  if (all.at(-1) === "") all.pop();
  const from = Math.max(0, all.length - MOST_LINES);
  return all.slice(from).map((line, place) => {
    const shown = shownPart(line.replaceAll(ESCAPES, ""));
    return { number: from + place + 1, text: shown, tone: toneOf(shown) };
  });
}

/** A return of the carriage writes over what stood there. */
function shownPart(line: string): string {
  const parts = line.split("\r").filter((part) => part !== "");
  return parts.at(-1) ?? "";
}

function toneOf(text: string): LogLine["tone"] {
  if (FAILURE.test(text)) return "failure";
  return WARNING.test(text) ? "warning" : "plain";
}
