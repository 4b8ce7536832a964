import { Ellipsis, Eye, MessageSquareText, Trash2, Undo2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import type { ChangeDetail } from "../../api/changes/change.ts";
import { useRemoveFromChange } from "../../api/changes/propose-entry.ts";
import { type Entry, useDeleteEntry } from "../../api/content/entry.ts";
import { useSiteId } from "../../api/sites.ts";
import { useEntryPaths } from "../../shell/use-entry-paths.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import form from "../../ui/form.module.css";
import menu from "../../ui/menu.module.css";
import styles from "./proposing.module.css";

interface ChangeEntryMenuProps {
  readonly change: number;
  readonly entry: Entry;
  /** Undefined while loading. */
  readonly detail: ChangeDetail | undefined;
}

/** Less common actions for an entry in a change request. */
export function ChangeEntryMenu({ change, entry, detail }: ChangeEntryMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const addresses = useEntryPaths();
  const [dialog, setDialog] = useState<"takeOut" | "delete">();
  const kind = detail?.entries.find(({ id }) => id === entry.id)?.kind;
  const proposal = `/sites/${site}/review/${change}`;
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={formatMessage({ id: "entry.more" })}>
          <Ellipsis size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""}>
            <MenuItem className={item} href={proposal}>
              <MessageSquareText size={16} aria-hidden="true" />
              <FormattedMessage id="propose.look" />
            </MenuItem>
            <MenuItem className={item} href={addresses.preview(entry.type, entry.id)}>
              <Eye size={16} aria-hidden="true" />
              <FormattedMessage id="preview.title" />
            </MenuItem>
            {kind !== undefined && (
              <MenuItem className={item} onAction={() => setDialog("takeOut")}>
                <Undo2 size={16} aria-hidden="true" />
                <FormattedMessage id="propose.takeOut" />
              </MenuItem>
            )}
            {kind !== "added" && (
              <MenuItem className={item} onAction={() => setDialog("delete")}>
                <Trash2 size={16} aria-hidden="true" />
                <FormattedMessage id="propose.delete" />
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      {dialog !== undefined && (
        <ConfirmActionDialog
          act={dialog}
          isNew={kind === "added"}
          change={change}
          entry={entry}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}

interface AskDialogProps {
  readonly act: "takeOut" | "delete";
  /** Whether the entry exists only in the change request. */
  readonly isNew: boolean;
  readonly change: number;
  readonly entry: Entry;
  readonly onClose: () => void;
}

/** Explains the effect of the action and asks for confirmation. */
function ConfirmActionDialog({ act, isNew, change, entry, onClose }: AskDialogProps): ReactNode {
  const site = useSiteId();
  const navigate = useNavigate();
  const takeOut = useRemoveFromChange(change);
  const remove = useDeleteEntry(entry);
  const options = { onSuccess: () => void navigate(`/sites/${site}/review/${change}`) };
  const { isPending, error } = act === "delete" ? remove : takeOut;
  const go = (): void => {
    if (isPending) return;
    if (act === "delete") remove.mutate(undefined, options);
    else takeOut.mutate(entry, options);
  };
  const text = act === "delete" ? "propose.deleteText" : "propose.takeOutText";
  return (
    <Dialog
      title={
        <FormattedMessage
          id={act === "delete" ? "propose.deletion" : "propose.takeOutTitle"}
          values={{ title: entry.title }}
        />
      }
      isOpen
      onClose={onClose}
    >
      <p>
        <FormattedMessage id={isNew ? "propose.takeOutNew" : text} />
      </p>
      <Refusal error={error} />
      <div className={`${form["foot"]} ${styles["foot"]}`}>
        <Button onPress={onClose}>
          <FormattedMessage id="propose.cancel" />
        </Button>
        <Button look="primary" isWorking={isPending} onPress={go}>
          <FormattedMessage id={act === "delete" ? "propose.delete" : "propose.takeOut"} />
        </Button>
      </div>
    </Dialog>
  );
}
