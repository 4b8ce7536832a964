import type { ReactNode } from "react";
import { ProgressBar } from "react-aria-components";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import {
  type Adoption,
  useCancelAdoption,
  useAdoption,
} from "../api/workspace/adopt-repository.ts";
import { IdentityFrame } from "../identity/identity-frame.tsx";
import { ButtonLink } from "../ui/button-link.tsx";
import { Button } from "../ui/button.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { Row, Rows } from "../ui/sections/row.tsx";
import { Bar } from "../ui/values/bar.tsx";
import styles from "./onboarding.module.css";

interface AdoptionProgressProps {
  readonly ws: string;
  readonly id: string;
}

/** Progress and result of creating a site from a repository. */
export function AdoptionProgress({ ws, id }: AdoptionProgressProps): ReactNode {
  const { data: job, error } = useAdoption(ws, id);
  return (
    <IdentityFrame
      title={<FormattedMessage id="takeOver.title" values={{ name: job?.name ?? "" }} />}
      lead={<FormattedMessage id="takeOver.lead" />}
    >
      <Refusal error={error} />
      {job === undefined && error === null && <Waiting />}
      {job?.state === "running" && <Running ws={ws} job={job} />}
      {job?.state === "failed" && <Failed ws={ws} job={job} />}
      {job?.state === "done" && <Done job={job} />}
    </IdentityFrame>
  );
}

interface OfJob {
  readonly job: Adoption;
}

const STEPS = ["fetching", "reading", "writing"] as const;

function Running({ ws, job }: OfJob & { readonly ws: string }): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
  const cancel = useCancelAdoption(ws, job.id);
  const { step, collection, files } = job;
  const percentage = ((STEPS.indexOf(step) + 0.5) / STEPS.length) * 100;
  return (
    <>
      <ProgressBar
        value={percentage}
        aria-label={formatMessage({ id: "takeOver.progress" })}
        className={styles["progress"] ?? ""}
      >
        <Bar percentage={percentage} />
        <span role="status">
          <FormattedMessage id={`takeOver.${step}`} />
          {collection !== undefined && (
            <>
              {" "}
              <FormattedMessage
                id="takeOver.collection"
                values={{ name: collection, files: files ?? 0 }}
              />
            </>
          )}
        </span>
      </ProgressBar>
      <Refusal error={cancel.error} />
      <Button
        isWorking={cancel.isPending}
        onPress={() =>
          !cancel.isPending &&
          cancel.mutate(undefined, {
            onSuccess: () => void navigate(`/workspaces/${ws}/new-site`, { replace: true }),
          })
        }
      >
        <FormattedMessage id="takeOver.cancel" />
      </Button>
    </>
  );
}

function Failed({ ws, job }: OfJob & { readonly ws: string }): ReactNode {
  return (
    <>
      <Note tone="madder">{job.problem?.message}</Note>
      <ButtonLink look="primary" href={`/workspaces/${ws}/new-site`}>
        <FormattedMessage id="takeOver.again" />
      </ButtonLink>
    </>
  );
}

function Done({ job: { site, report } }: OfJob): ReactNode {
  if (site === undefined || report === undefined) return null;
  const { collections, left, unread, kept, held, notes } = report;
  return (
    <>
      <Note tone="leaf">
        <FormattedMessage id="takeOver.done" values={{ count: collections.length }} />
      </Note>
      <Rows>
        {collections.map(({ apiId, label, place, entries }) => (
          <Row
            key={apiId}
            title={label}
            lines={[
              <FormattedMessage key="entries" id="takeOver.entries" values={{ count: entries }} />,
              <code key="place">{place}</code>,
            ]}
          />
        ))}
      </Rows>
      <FileList
        id="takeOver.held"
        files={held.map((page) => ({ path: page.path, about: <HeldReason page={page} /> }))}
      />
      <FileList
        id="takeOver.notes"
        files={notes.map(({ path, message }) => ({ path, about: message }))}
      />
      {left.length + unread.length + kept.length > 0 && (
        <Note tone="ochre">
          <FormattedMessage id="takeOver.left" />
          <ul>
            {left.map(({ folder, why }) => (
              <li key={folder}>
                <code>{folder}</code>: {why}
              </li>
            ))}
            {[...unread, ...kept].map(({ path, message }, place) => (
              <li key={place}>
                {path !== undefined && <code>{path}: </code>}
                {message}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <ButtonLink look="primary" href={`/sites/${site}`}>
        <FormattedMessage id="takeOver.open" />
      </ButtonLink>
    </>
  );
}

interface HeldReasonProps {
  readonly page: NonNullable<OfJob["job"]["report"]>["held"][number];
}

/** Why an entry isn't published on its own site: times are formatted, other values shown as in the file. */
function HeldReason({ page: { why, from, until } }: HeldReasonProps): ReactNode {
  const at = from ?? until;
  if (at === undefined) return <code>{why}</code>;
  return (
    <FormattedMessage
      id={from === undefined ? "takeOver.heldUntil" : "takeOver.heldFrom"}
      values={{ at: <FormattedDate value={at} dateStyle="medium" timeStyle="short" /> }}
    />
  );
}

const MOST_SHOWN = 20;

interface FileListProps {
  readonly id: "takeOver.held" | "takeOver.notes";
  readonly files: readonly { readonly path: string; readonly about: ReactNode }[];
}

/** Files that need attention. Renders nothing if there are none. */
function FileList({ id, files }: FileListProps): ReactNode {
  if (files.length === 0) return null;
  const more = files.length - MOST_SHOWN;
  return (
    <Note tone="ochre">
      <FormattedMessage id={id} values={{ count: files.length }} />
      <ul>
        {files.slice(0, MOST_SHOWN).map(({ path, about }, place) => (
          <li key={place}>
            <code>{path}</code>
            {about !== path && <>: {about}</>}
          </li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="takeOver.more" values={{ count: more }} />
          </li>
        )}
      </ul>
    </Note>
  );
}
