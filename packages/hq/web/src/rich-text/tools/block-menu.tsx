import { ChevronDown } from "lucide-react";
import type { Command } from "prosemirror-state";
import type { ReactNode } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import { type BlockKind, makeBlock } from "../visual/commands.ts";
import menu from "../../ui/menu.module.css";
import styles from "./tools.module.css";

const KINDS: readonly (readonly [kind: BlockKind, label: MessageId])[] = [
  ["paragraph", "richText.paragraph"],
  ["heading1", "richText.heading1"],
  ["heading2", "richText.heading2"],
  ["heading3", "richText.heading3"],
  ["heading4", "richText.heading4"],
  ["code", "richText.codeBlock"],
];

interface BlockMenuProps {
  /** Kind of the block at the cursor. */
  readonly active: string;
  readonly run: (command: Command) => void;
}

/** Shows and changes the kind of the block. */
export function BlockMenu({ active, run }: BlockMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const [, label = "richText.paragraph"] = KINDS.find(([kind]) => kind === active) ?? [];
  const name = formatMessage({ id: label });
  return (
    <MenuTrigger>
      <AriaButton
        className={styles["kind"] ?? ""}
        aria-label={formatMessage({ id: "richText.kind" }, { name })}
      >
        {name}
        <ChevronDown size={13} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""}>
        <Menu className={menu["menu"] ?? ""} selectionMode="single" selectedKeys={[active]}>
          {KINDS.map(([kind, id]) => (
            <MenuItem
              key={kind}
              id={kind}
              className={menu["item"] ?? ""}
              onAction={() => run(makeBlock(kind))}
            >
              <FormattedMessage id={id} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
