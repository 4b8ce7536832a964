import {
  ClipboardPaste,
  Copy,
  EllipsisVertical,
  Link2,
  type LucideIcon,
  RotateCcw,
  Undo2,
} from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { Entry } from "../../api/content/entry.ts";
import { useReadLive } from "../../api/content/history.ts";
import type { Field } from "../../api/content/schema.ts";
import type { MessageId } from "../../messages/messages.ts";
import { HiddenText } from "../../ui/notes/hidden-text.tsx";
import { Refusal } from "../../ui/notes/refusal.tsx";
import { useLiveMessageId } from "../../ui/values/live-message.tsx";
import type { EntryEdits } from "../edits/use-entry-edits.ts";
import { copyField, useCopiedField } from "../fields/copied-value.ts";
import { linkToField } from "./field-link.ts";
import { isEmpty } from "./problems.ts";
import menu from "../../ui/menu.module.css";
import styles from "./field-menu.module.css";

interface FieldMenuProps {
  readonly field: Field;
  readonly entry: Entry;
  readonly edits: EntryEdits;
  readonly mayWrite: boolean;
}

/** Actions of a field: restore the saved or live value, copy it, or copy a link to it. */
export function FieldMenu(props: FieldMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const [isCopied, setIsCopied] = useState(false);
  const live = useReadLive(props.entry);
  const named = useId();
  const acts = useFieldActs(props, { live, onLinkCopied: () => setIsCopied(true) });
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
            disabledKeys={acts.filter(({ isOff }) => isOff).map(({ label }) => label)}
          >
            {acts.map(({ label, icon: Icon, act }) => (
              <MenuItem key={label} id={label} className={menu["item"] ?? ""} onAction={act}>
                <Icon size={16} aria-hidden="true" />
                <FormattedMessage id={label} />
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
      <span id={named} hidden>
        {props.field.label}
      </span>
      <HiddenText>
        <span role="status">{isCopied && <FormattedMessage id="field.linkCopied" />}</span>
      </HiddenText>
      <Refusal error={live.error} />
    </div>
  );
}

interface FieldAct {
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly isOff: boolean;
  readonly act: () => void;
}

interface ActsOptions {
  readonly live: ReturnType<typeof useReadLive>;
  readonly onLinkCopied: () => void;
}

function useFieldActs(
  { field, entry, edits, mayWrite }: FieldMenuProps,
  { live, onLinkCopied }: ActsOptions,
): readonly FieldAct[] {
  const { apiId } = field;
  const liveMessageId = useLiveMessageId();
  const copied = useCopiedField(field);
  const value = edits.values[apiId];
  const toSaved = {
    label: "field.backToSaved",
    icon: Undo2,
    isOff: !(apiId in edits.changes),
    act: () => edits.draft.drop([apiId]),
  } as const;
  const toLive = {
    label: liveMessageId("field.backToLive"),
    icon: RotateCcw,
    isOff: false,
    act: () => live.mutate(undefined, { onSuccess: (fields) => edits.set(apiId, fields[apiId]) }),
  } as const;
  const copy = {
    label: "field.copyValue",
    icon: Copy,
    isOff: isEmpty(value),
    act: () => copyField(field, value),
  } as const;
  const paste = {
    label: "field.pasteValue",
    icon: ClipboardPaste,
    isOff: copied === undefined,
    act: () => copied && edits.set(apiId, copied.value),
  } as const;
  const link = {
    label: "field.copyLink",
    icon: Link2,
    isOff: false,
    act: () => void navigator.clipboard.writeText(linkToField(apiId)).then(onLinkCopied),
  } as const;
  return [
    ...(mayWrite ? [toSaved] : []),
    ...(mayWrite && entry.live !== undefined ? [toLive] : []),
    copy,
    ...(mayWrite ? [paste] : []),
    // The clipboard is available in secure contexts only.
    ...("clipboard" in navigator ? [link] : []),
  ];
}
