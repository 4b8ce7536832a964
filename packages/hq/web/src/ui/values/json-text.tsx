import { Fragment, type ReactNode } from "react";
import styles from "./json-text.module.css";

/** Longer texts aren't highlighted, because each token is an element. */
const MAX_COLOURED = 60_000;

const TOKENS =
  /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|\b(?:true|false|null)\b/g;

/** Formatted JSON with syntax highlighting. Text that isn't JSON is shown unchanged. */
export function JsonText({ text }: { readonly text: string }): ReactNode {
  const lines = inLines(text);
  if (lines === undefined) return text;
  if (lines.length > MAX_COLOURED) return lines;
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of lines.matchAll(TOKENS)) {
    const [whole, string, colon] = match;
    parts.push(lines.slice(end, match.index));
    const name = colon === undefined ? (string === undefined ? "other" : "string") : "key";
    parts.push(
      <Fragment key={match.index}>
        <span className={styles[name]}>{string ?? whole}</span>
        {colon}
      </Fragment>,
    );
    end = match.index + whole.length;
  }
  parts.push(lines.slice(end));
  return parts;
}

/** Returns undefined if the text isn't JSON. */
function inLines(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return undefined;
  }
}
