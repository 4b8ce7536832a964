import { RefreshCw, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useUpdateFromMain } from "../../api/changes/change.ts";
import { Button } from "../../ui/button.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { ConflictNote } from "../request/conflict-note.tsx";
import type { ChangeParts } from "../request/parts.ts";
import { rightsOf } from "../stage/merge-rules.ts";
import { ChecksSection } from "./checks-section.tsx";
import { ForDevelopers } from "./for-developers.tsx";
import { ReviewersSection } from "./reviewers-section.tsx";
import { StateSection } from "./state-section.tsx";
import heading from "../../ui/heading.module.css";
import styles from "./side.module.css";

/** The side panel of a change request: information and decisions. */
export function ChangeSide(props: ChangeParts): ReactNode {
  const { formatMessage } = useIntl();
  const isOpen = props.detail.change.state === "open";
  return (
    <aside className={styles["side"]} aria-label={formatMessage({ id: "review.about" })}>
      <StateSection {...props} />
      <ReviewersSection {...props} />
      {isOpen && <ChecksSection {...props} />}
      {isOpen && <OverlapsSection {...props} />}
      <ForDevelopers {...props} />
    </aside>
  );
}

/** Changes by others to the same parts, on `main` and in other change requests. */
function OverlapsSection(props: ChangeParts): ReactNode {
  const { detail, site, onlooker, checks } = props;
  const conflicts = detail.merge?.conflicts ?? [];
  const overlaps = checks?.overlaps ?? [];
  const isBehind = checks?.behind === true;
  const { formatList } = useIntl();
  if (conflicts.length + overlaps.length === 0 && !isBehind) return null;
  const mayWrite = rightsOf(detail.change, onlooker).propose;
  return (
    <section className={`${styles["section"]} ${styles["first"]}`}>
      <h2 className={heading["label"]}>
        <FormattedMessage id="review.overlaps" />
      </h2>
      {conflicts.length > 0 ? (
        <Choose {...props} mayWrite={mayWrite} />
      ) : (
        isBehind && <Behind {...props} mayWrite={mayWrite} />
      )}
      {overlaps.map(({ number, title, entries }) => {
        const fields = [...new Set(entries.flatMap((entry) => entry.fields))];
        const titles = entries.map(({ id }) => titleOf(detail, id));
        return (
          <p key={number} className={styles["overlap"]}>
            <TriangleAlert size={15} aria-hidden="true" />
            <span>
              <FormattedMessage
                id={fields.length > 0 ? "review.overlapSame" : "review.overlap"}
                values={{
                  titles: formatList(titles),
                  fields: formatList(fields),
                  other: <Link to={`/sites/${site.id}/review/${number}`}>{title}</Link>,
                }}
              />
            </span>
          </p>
        );
      })}
    </section>
  );
}

interface WithRight extends ChangeParts {
  readonly mayWrite: boolean;
}

/** Others changed the same paths. */
function Choose({ detail, checks, mayWrite }: WithRight): ReactNode {
  const conflicts = detail.merge?.conflicts ?? [];
  const ids = new Set(conflicts.flatMap(({ entry }) => entry?.id ?? []));
  const people = (checks?.main ?? []).flatMap(({ id, by }) => (ids.has(id) && by) || []);
  const titles = conflicts.map(({ entry, file }) => entry?.title ?? file);
  return <ConflictNote detail={detail} people={people} titles={titles} mayWrite={mayWrite} />;
}

/** `main` has newer changes. They are merged automatically on merge, or now on request. */
function Behind({ detail, checks, mayWrite }: WithRight): ReactNode {
  const update = useUpdateFromMain(detail.change.number);
  const { formatList } = useIntl();
  const same = (checks?.main ?? []).map(({ id }) => titleOf(detail, id));
  return (
    <>
      <p className={styles["none"]}>
        <FormattedMessage
          id={same.length > 0 ? "review.behindSame" : "review.behind"}
          values={{ titles: formatList(same) }}
        />
      </p>
      {mayWrite && (
        <Button
          isWorking={update.isPending}
          onPress={() => !update.isPending && update.mutate({ decisions: [], wordings: [] })}
        >
          <RefreshCw size={14} aria-hidden="true" />
          <FormattedMessage id="review.bringUpToDate" />
        </Button>
      )}
      <Refusal error={update.error} />
    </>
  );
}

function titleOf(detail: ChangeParts["detail"], id: string): string {
  return detail.entries.find((entry) => entry.id === id)?.title ?? id;
}
