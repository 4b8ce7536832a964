import { ExternalLink, PanelRightOpen, Replace, X } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import { Button as AriaButton } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { ControlProps } from "./control.ts";
import { EntryChoice, EntryNames } from "./entry-choice.tsx";
import { FieldFrame } from "./field-frame.tsx";
import { OpenBeside } from "./open-beside.ts";
import icon from "../../ui/icon-button.module.css";
import styles from "./fields.module.css";

/** One entry of one of the types that the field takes. */
export function ReferenceControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isListed = false } = props;
  const { formatMessage } = useIntl();
  const [isOpen, setIsOpen] = useState(false);
  const id = typeof value === "string" ? value : undefined;
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel={isListed}>
      {id !== undefined && (
        <div className={styles["reference"]}>
          <ChosenEntry id={id} />
          <AriaButton
            className={icon["iconButton"] ?? ""}
            aria-label={formatMessage({ id: "field.otherEntry" })}
            onPress={() => setIsOpen(true)}
            data-path={path}
          >
            <Replace size={14} aria-hidden="true" />
          </AriaButton>
          {!isListed && (
            <AriaButton
              className={icon["iconButton"] ?? ""}
              aria-label={formatMessage({ id: "field.remove" })}
              onPress={() => onChange(undefined)}
            >
              <X size={14} aria-hidden="true" />
            </AriaButton>
          )}
        </div>
      )}
      {id === undefined && (
        <div>
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <FormattedMessage id="field.chooseEntry" />
          </Button>
        </div>
      )}
      <Dialog title={field.label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <EntryChoice
          types={field.to ?? []}
          onChoose={(chosen) => {
            onChange(chosen);
            setIsOpen(false);
          }}
        />
      </Dialog>
    </FieldFrame>
  );
}

function ChosenEntry({ id }: { readonly id: string }): ReactNode {
  const { data } = useEntriesById([id], { thumbnails: true });
  const [entry] = data ?? [];
  const site = useSiteId();
  const openBeside = useContext(OpenBeside);
  const { formatMessage } = useIntl();
  if (data === undefined) return <span className={styles["grow"]} />;
  if (entry?.removed === true) {
    return (
      <span className={`${styles["grow"]} ${styles["problem"]}`}>
        <FormattedMessage
          id="field.entryDeleted"
          values={{
            title: entry.title,
            a: (words) => (
              <Link to={`/sites/${site}/entries/${entry.type}/${id}/history`}>{words}</Link>
            ),
          }}
        />
      </span>
    );
  }
  if (entry !== undefined) {
    return (
      <>
        <EntryNames entry={entry} />
        {openBeside !== undefined && (
          <AriaButton
            className={icon["iconButton"] ?? ""}
            aria-label={formatMessage({ id: "field.editBeside" }, { title: entry.title })}
            onPress={() => openBeside({ type: entry.type, id })}
          >
            <PanelRightOpen size={14} aria-hidden="true" />
          </AriaButton>
        )}
        <Link
          to={`/sites/${site}/entries/${entry.type}/${id}`}
          target="_blank"
          className={icon["iconButton"] ?? ""}
          aria-label={formatMessage({ id: "field.openBeside" }, { title: entry.title })}
        >
          <ExternalLink size={14} aria-hidden="true" />
        </Link>
      </>
    );
  }
  return (
    <span className={`${styles["grow"]} ${styles["problem"]}`}>
      <FormattedMessage id="field.entryGone" values={{ id }} />
    </span>
  );
}
