import { Ellipsis, ExternalLink, PanelRightOpen, Replace, X } from "lucide-react";
import { type ReactNode, useContext, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import { useEntriesById } from "../../api/content/entries-by-id.ts";
import type { EntrySummary } from "../../api/content/entries.ts";
import { useSiteId } from "../../api/sites.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { EntryChoice, EntryNames } from "./choose/entry-choice.tsx";
import { OpenBeside } from "./choose/open-beside.ts";
import type { ControlProps } from "./control.ts";
import { FieldFrame } from "./field-frame.tsx";
import icon from "../../ui/icon-button.module.css";
import menu from "../../ui/menu.module.css";
import text from "../../ui/text.module.css";
import styles from "./fields.module.css";

/** References one entry of an allowed type. */
export function ReferenceControl(props: ControlProps): ReactNode {
  const { field, value, onChange, problem, path, isListed = false } = props;
  const [isOpen, setIsOpen] = useState(false);
  const id = typeof value === "string" && value !== "" ? value : undefined;
  return (
    <FieldFrame field={field} problem={problem} hasOwnLabel={isListed}>
      {id === undefined ? (
        <div>
          <Button onPress={() => setIsOpen(true)} data-path={path}>
            <FormattedMessage id="field.chooseEntry" />
          </Button>
        </div>
      ) : (
        <ChosenEntry
          id={id}
          path={path}
          onChoose={() => setIsOpen(true)}
          {...(!isListed && { onRemove: () => onChange(undefined) })}
        />
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

interface ChosenEntryProps {
  readonly id: string;
  readonly path: string;
  readonly onChoose: () => void;
  /** Absent if the list removes it. */
  readonly onRemove?: () => void;
}

function ChosenEntry({ id, path, onChoose, onRemove }: ChosenEntryProps): ReactNode {
  const { formatMessage } = useIntl();
  const { data } = useEntriesById([id], { thumbnails: true });
  const [found] = data ?? [];
  const entry = found?.removed === true ? undefined : found;
  return (
    <div className={styles["reference"]}>
      {data === undefined && <span className={styles["grow"]} />}
      {data !== undefined && entry === undefined && <Gone id={id} entry={found} />}
      {entry !== undefined && (
        <>
          <EntryNames entry={entry} />
          <OpenInPaneButton entry={entry} id={id} />
        </>
      )}
      <MoreOfEntry id={id} entry={entry} path={path} onChoose={onChoose} />
      {onRemove !== undefined && (
        <AriaButton
          className={icon["iconButton"] ?? ""}
          aria-label={formatMessage({ id: "field.remove" })}
          onPress={onRemove}
        >
          <X size={14} aria-hidden="true" />
        </AriaButton>
      )}
    </div>
  );
}

interface OfEntryProps {
  readonly id: string;
  readonly entry: EntrySummary;
}

/** Edits the referenced entry in a pane. Hidden if a pane is already open. */
function OpenInPaneButton({ id, entry }: OfEntryProps): ReactNode {
  const openBeside = useContext(OpenBeside);
  const { formatMessage } = useIntl();
  if (openBeside === undefined) return null;
  return (
    <AriaButton
      className={icon["iconButton"] ?? ""}
      aria-label={formatMessage({ id: "field.editBeside" }, { title: entry.title })}
      onPress={() => openBeside({ type: entry.type, id })}
    >
      <PanelRightOpen size={14} aria-hidden="true" />
    </AriaButton>
  );
}

interface MoreOfEntryProps extends Pick<ChosenEntryProps, "path" | "onChoose"> {
  readonly id: string;
  readonly entry: EntrySummary | undefined;
}

function MoreOfEntry({ id, entry, path, onChoose }: MoreOfEntryProps): ReactNode {
  const { formatMessage } = useIntl();
  const { form } = useEntryPaths();
  const item = menu["item"] ?? "";
  return (
    <MenuTrigger>
      <AriaButton
        className={icon["iconButton"] ?? ""}
        aria-label={formatMessage({ id: "field.moreOf" }, { name: entry?.title ?? id })}
        data-path={path}
      >
        <Ellipsis size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""}>
          <MenuItem className={item} onAction={onChoose}>
            <Replace size={16} aria-hidden="true" />
            <FormattedMessage id="field.otherEntry" />
          </MenuItem>
          {entry !== undefined && (
            <MenuItem className={item} href={form(entry.type, id)} target="_blank">
              <ExternalLink size={16} aria-hidden="true" />
              <FormattedMessage id="pane.whole" />
            </MenuItem>
          )}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

interface GoneProps {
  readonly id: string;
  /** The deleted entry, if it can be restored. */
  readonly entry: EntrySummary | undefined;
}

function Gone({ id, entry }: GoneProps): ReactNode {
  const site = useSiteId();
  return (
    <span className={`${styles["grow"]} ${text["problem"]}`}>
      {entry === undefined ? (
        <FormattedMessage id="field.entryGone" values={{ id }} />
      ) : (
        <FormattedMessage
          id="field.entryDeleted"
          values={{
            title: entry.title,
            a: (chunks) => (
              <Link to={`/sites/${site}/entries/${entry.type}/${id}/history`}>{chunks}</Link>
            ),
          }}
        />
      )}
    </span>
  );
}
