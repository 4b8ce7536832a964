import { useEffect, useState } from "react";
import { tryConnection } from "../../api/connection.ts";
import { runUrl } from "../../api/hub/runs.ts";

interface RunLog {
  readonly text: string;
  /** Whether the log is complete. */
  readonly isOver: boolean;
  /** Whether the log can't be read at the moment. */
  readonly isBroken: boolean;
}

const NOTHING: RunLog = { text: "", isOver: false, isBroken: false };
/** `EventSource` reconnects after a lost connection, but not after an error response. */
const AGAIN_MS = 10_000;
/** Maximum size kept in the page. */
const MOST_CHARACTERS = 12 * 1024 * 1024;

/** Streams the log of a run from its start. */
export function useRunLog(ws: string, id: string): RunLog {
  const [log, setLog] = useState(NOTHING);
  useEffect(() => {
    let source: EventSource | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      source = new EventSource(runUrl(ws, id, "log"));
      let isFirst = true;
      source.addEventListener("output", ({ data }: MessageEvent<string>) => {
        const added = textIn(JSON.parse(data));
        // A reconnected stream starts from the beginning.
        const from = isFirst ? "" : undefined;
        isFirst = false;
        setLog(({ text }) => ({
          text: ((from ?? text) + added).slice(-MOST_CHARACTERS),
          isOver: false,
          isBroken: false,
        }));
      });
      source.addEventListener("end", () => {
        source?.close();
        setLog(({ text }) => ({ text, isOver: true, isBroken: false }));
      });
      source.addEventListener("error", () => {
        tryConnection();
        setLog((before) => ({ ...before, isBroken: true }));
        if (source?.readyState !== EventSource.CLOSED) return;
        timer = setTimeout(open, AGAIN_MS);
      });
    };
    open();
    return () => {
      clearTimeout(timer);
      source?.close();
    };
  }, [ws, id]);
  return log;
}

function textIn(data: unknown): string {
  if (typeof data !== "object" || data === null || !("text" in data)) return "";
  return typeof data.text === "string" ? data.text : "";
}
