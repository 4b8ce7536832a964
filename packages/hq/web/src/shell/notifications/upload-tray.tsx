import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, ChevronUp, CircleCheck, Pause, Play, X } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { ProgressBar } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { RefusedError } from "../../api/client.ts";
import {
  uploadDuplicate,
  cancelUpload,
  clearUploads,
  hasEnded,
  pauseUpload,
  resumeUpload,
  type Uploading,
  useUploads,
} from "../../api/media/uploads.ts";
import { Button } from "../../ui/button.tsx";
import { MediaRefusalText } from "../../ui/notes/media-refusal.tsx";
import { FileSize } from "../../ui/values/file-size.tsx";
import { useTimeLeft } from "./use-time-left.ts";
import textStyles from "../../ui/text.module.css";
import styles from "./upload-tray.module.css";

/** Active and finished uploads, shown on every page. */
export function UploadTray(): ReactNode {
  const { formatMessage } = useIntl();
  const uploads = useUploads();
  const [isFolded, setIsFolded] = useState(false);
  useReadAgain(uploads);
  useConfirmBeforeUnload(uploads.some(({ state }) => !hasEnded(state)));
  if (uploads.length === 0) return null;
  const left = uploads.filter(({ state }) => !hasEnded(state)).length;
  const done = uploads.filter(({ state }) => state.kind === "done").length;
  return (
    <section className={styles["uploads"]} aria-label={formatMessage({ id: "media.uploads" })}>
      <header className={styles["head"]}>
        <b role="status">
          <FormattedMessage
            id={left > 0 ? "media.uploading" : "media.uploaded"}
            values={{ left, count: done }}
          />
        </b>
        <span className={styles["buttons"]}>
          <Button
            look="quiet"
            iconOnly
            aria-expanded={!isFolded}
            aria-label={formatMessage({
              id: isFolded ? "media.unfoldUploads" : "media.foldUploads",
            })}
            onPress={() => setIsFolded(!isFolded)}
          >
            {isFolded ? (
              <ChevronUp size={16} aria-hidden="true" />
            ) : (
              <ChevronDown size={16} aria-hidden="true" />
            )}
          </Button>
          {left === 0 && (
            <Button
              look="quiet"
              iconOnly
              aria-label={formatMessage({ id: "media.clearUploads" })}
              onPress={clearUploads}
            >
              <X size={16} aria-hidden="true" />
            </Button>
          )}
        </span>
      </header>
      {left > 0 && <Total uploads={uploads} />}
      <ul className={styles["list"]} hidden={isFolded}>
        {uploads.map((one) => (
          <li key={one.key} className={styles["item"]}>
            <div className={styles["text"]}>
              <p className={`${textStyles["clip"]} ${styles["name"]}`}>{one.file.name}</p>
              <Progress one={one} />
            </div>
            <UploadActions one={one} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Total progress of the active uploads, with an estimate of the remaining time. */
function Total({ uploads }: { readonly uploads: readonly Uploading[] }): ReactNode {
  const { sent, size, secondsLeft } = useTimeLeft(uploads);
  return (
    <p className={textStyles["detail"]}>
      <FormattedMessage
        id="media.sentOf"
        values={{ sent: <FileSize bytes={sent} />, size: <FileSize bytes={size} /> }}
      />
      {secondsLeft !== undefined && (
        <>
          {" · "}
          <FormattedMessage
            id={secondsLeft < A_MINUTE ? "media.lessThanMinute" : "media.minutesLeft"}
            values={{ minutes: Math.ceil(secondsLeft / A_MINUTE) }}
          />
        </>
      )}
    </p>
  );
}

const A_MINUTE = 60;

/** Refetches the library when an upload finishes. */
function useReadAgain(uploads: readonly Uploading[]): void {
  const queries = useQueryClient();
  const done = uploads
    .filter(({ state }) => state.kind === "done")
    .map(({ site, key }) => `${site} ${key}`);
  const text = done.join(",");
  useEffect(() => {
    const sites = new Set(text.split(",").map((one) => one.split(" ", 1)[0]));
    for (const site of sites) void queries.invalidateQueries({ queryKey: ["site", site, "media"] });
  }, [text, queries]);
}

/** Asks for confirmation before the page is closed during an upload. */
function useConfirmBeforeUnload(isBusy: boolean): void {
  useEffect(() => {
    if (!isBusy) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isBusy]);
}

function Progress({ one: { file, sent, state } }: { readonly one: Uploading }): ReactNode {
  switch (state.kind) {
    case "waiting":
      return <Hint id="media.waits" />;
    case "sending":
    case "paused":
      return (
        <>
          <ProgressBar value={sent} maxValue={Math.max(1, file.size)} aria-label={file.name}>
            {({ percentage = 0 }) => (
              <div className={styles["bar"]}>
                <span style={{ width: `${percentage}%` }} />
              </div>
            )}
          </ProgressBar>
          <p className={textStyles["detail"]}>
            <FormattedMessage
              id={state.kind === "paused" ? "media.pausedAt" : "media.sentOf"}
              values={{ sent: <FileSize bytes={sent} />, size: <FileSize bytes={file.size} /> }}
            />
          </p>
        </>
      );
    case "taking":
      return <Hint id="media.taking" />;
    case "done":
      return <Hint id="media.done" />;
    case "known":
      return (
        <p className={textStyles["detail"]}>
          <FormattedMessage id="media.known" values={{ name: state.filename }} />
        </p>
      );
    case "failed":
      return (
        <p className={styles["problem"]}>
          {state.error instanceof RefusedError ? (
            <MediaRefusalText error={state.error} />
          ) : (
            <FormattedMessage id="media.broke" values={{ at: <FileSize bytes={sent} /> }} />
          )}
        </p>
      );
  }
}

function Hint({ id }: { readonly id: "media.waits" | "media.taking" | "media.done" }): ReactNode {
  return (
    <p className={textStyles["detail"]}>
      <FormattedMessage id={id} />
    </p>
  );
}

function UploadActions({ one }: { readonly one: Uploading }): ReactNode {
  const { formatMessage } = useIntl();
  const { key, site, state } = one;
  const name = one.file.name;
  const cancel = (
    <Button
      look="quiet"
      iconOnly
      aria-label={formatMessage({ id: "media.cancelOne" }, { name })}
      onPress={() => cancelUpload(key)}
    >
      <X size={15} aria-hidden="true" />
    </Button>
  );
  const show = (id: string): ReactNode => (
    <Link
      to={`/sites/${site}/media?file=${id}`}
      aria-label={formatMessage({ id: "media.showOne" }, { name })}
    >
      <FormattedMessage id="media.show" />
    </Link>
  );
  switch (state.kind) {
    case "waiting":
    case "taking":
      return <div className={styles["buttons"]}>{state.kind === "waiting" && cancel}</div>;
    case "sending":
    case "paused":
      return (
        <div className={styles["buttons"]}>
          <PauseResumeButton one={one} />
          {cancel}
        </div>
      );
    case "done":
      return (
        <div className={styles["buttons"]}>
          <CircleCheck className={styles["done"] ?? ""} size={16} aria-hidden="true" />
          {show(state.id)}
        </div>
      );
    case "known":
      return (
        <div className={styles["buttons"]}>
          {show(state.id)}
          <Button
            aria-label={formatMessage({ id: "media.addAnywayOne" }, { name })}
            onPress={() => uploadDuplicate(key)}
          >
            <FormattedMessage id="media.addAnyway" />
          </Button>
        </div>
      );
    case "failed":
      return (
        <div className={styles["buttons"]}>
          <Button
            aria-label={formatMessage({ id: "media.retryOne" }, { name })}
            onPress={() => resumeUpload(key)}
          >
            <FormattedMessage id="media.retry" />
          </Button>
          {cancel}
        </div>
      );
  }
}

function PauseResumeButton({ one: { key, file, state } }: { readonly one: Uploading }): ReactNode {
  const { formatMessage } = useIntl();
  const { name } = file;
  const isPaused = state.kind === "paused";
  return (
    <Button
      look="quiet"
      iconOnly
      aria-label={formatMessage({ id: isPaused ? "media.goOnOne" : "media.pauseOne" }, { name })}
      onPress={() => (isPaused ? resumeUpload(key) : pauseUpload(key))}
    >
      {isPaused ? <Play size={15} aria-hidden="true" /> : <Pause size={15} aria-hidden="true" />}
    </Button>
  );
}
