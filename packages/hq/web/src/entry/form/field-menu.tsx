import { EllipsisVertical, Link2, RotateCcw, Undo2 } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { useReadLive } from "../../api/content/history.ts";
import type { Field } from "../../api/content/schema.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import type { Writing } from "../use-writing.ts";
import { linkToField } from "./field-link.ts";
import menu from "../../ui/menu.module.css";
import styles from "./field-menu.module.css";

interface FieldMenuProps {
  readonly field: Field;
  readonly entry: Entry;
  readonly writing: Writing;
  readonly mayWrite: boolean;
}

/** What can be done with one field: to bring back what is saved or live of it, and to send somebody to it. */
export function FieldMenu({ field, entry, writing, mayWrite }: FieldMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isCopied, setIsCopied] = useState(false);
  const live = useReadLive(entry);
  const { apiId, label } = field;
  const named = useId();
  const item = menu["item"] ?? "";
  const bringLive = (): void =>
    live.mutate(undefined, { onSuccess: (fields) => writing.set(apiId, fields[apiId]) });
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(linkToField(apiId));
    setIsCopied(true);
  };
  return (
    <div className={styles["place"]}>
      <MenuTrigger>
        <AriaButton
          className={styles["open"] ?? ""}
          aria-label={formatMessage({ id: "field.menu" })}
          aria-describedby={named}
        >
          <EllipsisVertical size={14} aria-hidden="true" />
        </AriaButton>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu
            className={menu["menu"] ?? ""}
            disabledKeys={apiId in writing.changes ? [] : ["saved"]}
          >
            {mayWrite && (
              <MenuItem id="saved" className={item} onAction={() => writing.draft.drop([apiId])}>
                <Undo2 size={16} aria-hidden="true" />
                <FormattedMessage id="field.backToSaved" />
              </MenuItem>
            )}
            {mayWrite && entry.live !== undefined && (
              <MenuItem id="live" className={item} onAction={bringLive}>
                <RotateCcw size={16} aria-hidden="true" />
                <FormattedMessage id="field.backToLive" />
              </MenuItem>
            )}
            {/* Browsers give the clipboard to pages of secure addresses alone. */}
            {"clipboard" in navigator && (
              <MenuItem id="link" className={item} onAction={() => void copy()}>
                <Link2 size={16} aria-hidden="true" />
                <FormattedMessage id="field.copyLink" />
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span id={named} hidden>
        {label}
      </span>
      <HiddenText>
        <span role="status">{isCopied && <FormattedMessage id="field.linkCopied" />}</span>
      </HiddenText>
      <Refusal error={live.error} />
    </div>
  );
}
