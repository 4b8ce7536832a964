import { ArrowDownToLine } from "lucide-react";
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { type Run, runUrl } from "../../api/hub/runs.ts";
import { useWorkspaceSlug } from "../../api/workspaces.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { SearchBox } from "../../ui/fields/search-box.tsx";
import { Switch } from "../../ui/fields/switch.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { linesOf, type LogLine, MOST_LINES } from "./log-lines.ts";
import { useRunLog } from "./use-run-log.ts";
import button from "../../ui/button.module.css";
import styles from "./run-page.module.css";

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
          <span role="status" className={styles["found"]}>
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
