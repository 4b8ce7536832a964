import {
  Bold,
  ChevronDown,
  Code,
  Ellipsis,
  Film,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Minus,
  Quote,
  Redo2,
  Strikethrough,
  Table,
  Undo2,
} from "lucide-react";
import type { Command } from "prosemirror-state";
import type { ReactNode } from "react";
import {
  Button as AriaButton,
  Menu,
  MenuItem,
  MenuTrigger,
  Popover,
  Separator,
  ToggleButton,
  Toolbar as AriaToolbar,
} from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import type { MessageId } from "../../messages/messages.ts";
import type { DialogName } from "../suggest/insertions.ts";
import type { Active } from "../visual/active.ts";
import {
  type BlockKind,
  insertRule,
  insertTable,
  makeBlock,
  redo,
  toggle,
  undo,
} from "../visual/commands.ts";
import { changeTable, type TableAct } from "../visual/tables.ts";
import { Tool } from "./tool.tsx";
import menu from "../../ui/menu.module.css";
import styles from "./tools.module.css";

interface ToolbarProps {
  readonly active: Active;
  readonly run: (command: Command) => void;
  readonly onOpenDialog: (what: DialogName) => void;
}

interface Switch {
  readonly on: string;
  readonly label: MessageId;
  readonly icon: LucideIcon;
  readonly command: Command;
}

const MARKS: readonly Switch[] = [
  { on: "strong", label: "richText.bold", icon: Bold, command: toggle("strong") },
  { on: "em", label: "richText.italic", icon: Italic, command: toggle("em") },
  { on: "code", label: "richText.code", icon: Code, command: toggle("code") },
];
const BLOCKS: readonly Switch[] = [
  { on: "bullets", label: "richText.bullets", icon: List, command: makeBlock("bullets") },
  { on: "numbers", label: "richText.numbers", icon: ListOrdered, command: makeBlock("numbers") },
  { on: "tasks", label: "richText.tasks", icon: ListChecks, command: makeBlock("tasks") },
  { on: "quote", label: "richText.quote", icon: Quote, command: makeBlock("quote") },
];

/** Formatting tools. A single Tab stop; arrow keys move between tools. */
export function Toolbar({ active, run, onOpenDialog }: ToolbarProps): ReactNode {
  const { formatMessage } = useIntl();
  const switches = (all: readonly Switch[]): ReactNode =>
    all.map(({ on, label, icon: Icon, command }) => (
      <ToggleButton
        key={on}
        className={styles["tool"] ?? ""}
        aria-label={formatMessage({ id: label })}
        isSelected={active.on.includes(on)}
        onChange={() => run(command)}
      >
        <Icon size={15} aria-hidden="true" />
      </ToggleButton>
    ));
  return (
    <AriaToolbar
      className={styles["toolbar"] ?? ""}
      aria-label={formatMessage({ id: "richText.tools" })}
    >
      <BlockMenu active={active.block} run={run} />
      <Separator className={styles["rule"] ?? ""} orientation="vertical" />
      {switches(MARKS)}
      <Tool label="richText.link" icon={Link2} onPress={() => onOpenDialog("link")} />
      <Separator className={styles["rule"] ?? ""} orientation="vertical" />
      {switches(BLOCKS)}
      {active.isInTable ? (
        <TableMenu run={run} />
      ) : (
        <Tool label="richText.table" icon={Table} onPress={() => run(insertTable)} />
      )}
      <Tool label="richText.image" icon={ImagePlus} onPress={() => onOpenDialog("image")} />
      <MoreTools active={active} run={run} onOpenDialog={onOpenDialog} />
    </AriaToolbar>
  );
}

/** Less common tools, and those with keyboard shortcuts. */
function MoreTools({ active, run, onOpenDialog }: ToolbarProps): ReactNode {
  const { formatMessage } = useIntl();
  const acts = [
    {
      id: "strike",
      label: "richText.strike",
      icon: Strikethrough,
      act: () => run(toggle("strike")),
    },
    { id: "rule", label: "richText.rule", icon: Minus, act: () => run(insertRule) },
    { id: "embed", label: "richText.embed", icon: Film, act: () => onOpenDialog("embed") },
    { id: "undo", label: "richText.undo", icon: Undo2, act: () => run(undo) },
    { id: "redo", label: "richText.redo", icon: Redo2, act: () => run(redo) },
  ] as const;
  const off = [...(active.canUndo ? [] : ["undo"]), ...(active.canRedo ? [] : ["redo"])];
  return (
    <MenuTrigger>
      <AriaButton
        className={styles["tool"] ?? ""}
        aria-label={formatMessage({ id: "richText.more" })}
      >
        <Ellipsis size={15} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""}>
        <Menu className={menu["menu"] ?? ""} disabledKeys={off}>
          {acts.map(({ id, label, icon: Icon, act }) => (
            <MenuItem key={id} id={id} className={menu["item"] ?? ""} onAction={act}>
              <Icon size={16} aria-hidden="true" />
              <FormattedMessage id={label} />
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const TABLE_ACTS: Readonly<Record<TableAct, MessageId>> = {
  addRow: "richText.addRow",
  addColumn: "richText.addColumn",
  deleteRow: "richText.deleteRow",
  deleteColumn: "richText.deleteColumn",
  deleteTable: "richText.deleteTable",
};

function TableMenu({ run }: Pick<ToolbarProps, "run">): ReactNode {
  const { formatMessage } = useIntl();
  const act = (name: TableAct): ReactNode => (
    <MenuItem className={menu["item"] ?? ""} onAction={() => run(changeTable(name))}>
      <FormattedMessage id={TABLE_ACTS[name]} />
    </MenuItem>
  );
  return (
    <MenuTrigger>
      <AriaButton
        className={`${styles["tool"]} ${styles["isOn"]}`}
        aria-label={formatMessage({ id: "richText.table" })}
      >
        <Table size={15} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""}>
        <Menu className={menu["menu"] ?? ""}>
          {act("addRow")}
          {act("addColumn")}
          {act("deleteRow")}
          {act("deleteColumn")}
          {act("deleteTable")}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

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
function BlockMenu({ active, run }: BlockMenuProps): ReactNode {
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
