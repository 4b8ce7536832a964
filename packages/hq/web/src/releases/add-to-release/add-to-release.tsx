import { type ReactNode, useState } from "react";
import { FormattedDate, FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { type Release, useAddToRelease, useReleases } from "../../api/publishing/releases.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/fields/text-field.tsx";
import { Loading } from "../../ui/notes/loading.tsx";
import { Note } from "../../ui/notes/note.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import form from "../../ui/form.module.css";
import heading from "../../ui/heading.module.css";
import list from "../../ui/list.module.css";
import text from "../../ui/text.module.css";
import styles from "./add-to-release.module.css";

interface AddToReleaseProps {
  /** Ids of the entries. */
  readonly entries: readonly string[];
  readonly onClose: () => void;
}

/** Adds entries to an upcoming release or a new one. */
export function AddToRelease({ entries, onClose }: AddToReleaseProps): ReactNode {
  const { data: releases, error } = useReleases();
  return (
    <Dialog
      title={<FormattedMessage id="plan.title" values={{ count: entries.length }} />}
      isOpen
      onClose={onClose}
    >
      {releases === undefined ? (
        <Loading error={error} />
      ) : (
        <Choice
          entries={entries}
          releases={releases.filter(({ state }) => state !== "published")}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

const NEW = "";

interface ChoiceProps extends AddToReleaseProps {
  /** The upcoming releases. */
  readonly releases: readonly Release[];
}

function Choice({ entries, releases, onClose }: ChoiceProps): ReactNode {
  const { formatMessage } = useIntl();
  const [chosen, setChosen] = useState(releases[0]?.id ?? NEW);
  const [title, setTitle] = useState("");
  const [isAsked, setIsAsked] = useState(false);
  const add = useAddToRelease();
  const isMissing = chosen === NEW && title.trim() === "";
  if (add.data !== undefined) return <Added release={add.data} onClose={onClose} />;
  return (
    <form
      className={form["form"]}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setIsAsked(true);
        if (isMissing || add.isPending) return;
        const release = releases.find(({ id }) => id === chosen);
        add.mutate({ release, title: title.trim(), entries });
      }}
    >
      <fieldset className={styles["releases"]}>
        <legend className={heading["label"]}>
          <FormattedMessage id="plan.which" />
        </legend>
        {releases.map((release) => (
          <label className={list["option"]} key={release.id}>
            <input
              type="radio"
              name="release"
              checked={chosen === release.id}
              onChange={() => setChosen(release.id)}
            />
            <span>
              <b>{release.title}</b>
              <small className={text["detail"]}>
                <ReleaseTime release={release} />
              </small>
            </span>
          </label>
        ))}
        <label className={list["option"]}>
          <input
            type="radio"
            name="release"
            checked={chosen === NEW}
            onChange={() => setChosen(NEW)}
          />
          <b>
            <FormattedMessage id="plan.new" />
          </b>
        </label>
      </fieldset>
      {chosen === NEW && (
        <TextField
          label={formatMessage({ id: "plan.name" })}
          help={formatMessage({ id: "plan.later" })}
          value={title}
          onChange={setTitle}
          maxLength={200}
          isInvalid={isAsked && isMissing}
          error={isAsked && isMissing ? formatMessage({ id: "plan.nameWanted" }) : undefined}
          validationBehavior="aria"
        />
      )}
      <Refusal error={add.error} />
      <div className={form["foot"]}>
        <Button onPress={onClose}>
          <FormattedMessage id="bulk.cancel" />
        </Button>
        <Button look="primary" type="submit" isWorking={add.isPending}>
          <FormattedMessage id="plan.add" />
        </Button>
      </div>
    </form>
  );
}

function ReleaseTime({
  release: { publishAt, entries },
}: {
  readonly release: Release;
}): ReactNode {
  return (
    <>
      {publishAt === null ? (
        <FormattedMessage id="plan.noTime" />
      ) : (
        <FormattedDate value={publishAt} dateStyle="medium" timeStyle="short" />
      )}
      {" · "}
      <FormattedMessage id="activity.entries" values={{ count: entries.length }} />
    </>
  );
}

function Added({
  release,
  onClose,
}: {
  readonly release: Release;
  onClose: () => void;
}): ReactNode {
  const site = useSiteId();
  return (
    <div className={form["form"]}>
      <Note tone="leaf">
        <FormattedMessage
          id="plan.added"
          values={{
            title: release.title,
            count: release.entries.length,
            a: (words) => <Link to={`/sites/${site}/releases`}>{words}</Link>,
          }}
        />
      </Note>
      <div className={form["foot"]}>
        {/* The button that had the focus is gone. */}
        <Button look="primary" autoFocus onPress={onClose}>
          <FormattedMessage id="bulk.close" />
        </Button>
      </div>
    </div>
  );
}
