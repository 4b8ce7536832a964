import { ArrowDownToLine } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { tryConnection } from "../../api/connection.ts";
import { type Run, runUrl } from "../../api/hub/runs.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { linesOf, type LogLine, MOST_LINES } from "./log-lines.ts";
import button from "../../ui/button.module.css";
import textStyles from "../../ui/text.module.css";
import styles from "./run-screen.module.css";

interface RunLogProps {
  readonly run: Run;
  readonly title: string;
}

/** The live log of a run. */
export function RunLog({ run, title }: RunLogProps): ReactNode {
  const { formatMessage } = useIntl();
  const ws = useWorkspaceSlug();
  const { text, isOver, isBroken } = useRunLog(ws, run.id);
  const [search, setSearch] = useState("");
  const [isFollowing, setIsFollowing] = useState(true);
  const lines = useMemo(() => linesOf(text), [text]);
  const query = useDeferredValue(search.trim().toLowerCase());
  const found =
    query === "" ? lines : lines.filter((line) => line.text.toLowerCase().includes(query));
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isFollowing && query === "") end.current?.scrollIntoView({ block: "nearest" });
  }, [isFollowing, query, lines.length]);
  return (
    <section className={styles["log"]} aria-label={formatMessage({ id: "hub.logOf" }, { title })}>
      <header className={styles["logHead"]}>
        <h2>{title}</h2>
        <SearchBox
          label={formatMessage({ id: "hub.findInLog" })}
          value={search}
          onChange={setSearch}
        />
        {query !== "" && (
          <span role="status" className={textStyles["faint"]}>
            <FormattedMessage id="hub.foundLines" values={{ count: found.length }} />
          </span>
        )}
        <Switch isSelected={isFollowing} onChange={setIsFollowing} isTrailing>
          <FormattedMessage id="hub.follow" />
        </Switch>
        <CopyButton text={text} of={formatMessage({ id: "hub.log" })} />
        <a
          className={`${button["button"]} ${button["quiet"]} ${button["icon"]}`}
          href={runUrl(ws, run.id, "log/text")}
          download={`${run.id}.log`}
          aria-label={formatMessage({ id: "hub.downloadLog" })}
        >
          <ArrowDownToLine size={15} aria-hidden="true" />
        </a>
      </header>
      <div className={styles["lines"]} role="log" aria-live="off" tabIndex={0}>
        {isBroken && (
          <Note tone="ochre">
            <FormattedMessage id="hub.logBroken" />
          </Note>
        )}
        {lines.length >= MOST_LINES && (
          <p className={styles["quiet"]}>
            <FormattedMessage id="hub.logTail" values={{ count: MOST_LINES }} />
          </p>
        )}
        {found.length === 0 && (
          <p className={styles["quiet"]}>
            <FormattedMessage
              id={
                query !== "" ? "entries.noMatch" : isOver ? "hub.printedNothing" : "hub.printsSoon"
              }
            />
          </p>
        )}
        <Blocks lines={found} />
        {!isOver && lines.length > 0 && <span className={styles["caret"]} aria-hidden="true" />}
        <div ref={end} />
      </div>
    </section>
  );
}

const IN_BLOCK = 200;

/** Renders lines in blocks, so that the browser can skip those off-screen. */
function Blocks({ lines }: { readonly lines: readonly LogLine[] }): ReactNode {
  const blocks: LogLine[][] = [];
  for (let at = 0; at < lines.length; at += IN_BLOCK) blocks.push(lines.slice(at, at + IN_BLOCK));
  return blocks.map((block) => (
    <div key={block[0]?.number} className={styles["block"]}>
      {block.map(({ number, text, tone }) => (
        <div key={number} className={`${styles["line"]} ${tone === "plain" ? "" : styles[tone]}`}>
          <span className={styles["number"]} aria-hidden="true">
            {number}
          </span>
          <span>{text}</span>
        </div>
      ))}
    </div>
  ));
}

interface LogSoFar {
  readonly text: string;
  /** Whether the log is complete. */
  readonly isOver: boolean;
  /** Whether the log can't be read at the moment. */
  readonly isBroken: boolean;
}

const NOTHING: LogSoFar = { text: "", isOver: false, isBroken: false };
/** `EventSource` reconnects after a lost connection, but not after an error response. */
const AGAIN_MS = 10_000;
/** Maximum size kept in the page. */
const MOST_CHARACTERS = 12 * 1024 * 1024;

/** Streams the log of a run from its start. */
function useRunLog(ws: string, id: string): LogSoFar {
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
