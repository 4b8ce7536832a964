import {
  Bookmark,
  BookmarkMinus,
  BookmarkPlus,
  Check,
  Columns3,
  LayoutGrid,
  Rows3,
} from "lucide-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import {
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  ToggleButton,
  ToggleButtonGroup,
} from "react-aria-components";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { ShownState } from "../../api/content/entries.ts";
import type { Field } from "../../api/content/schema.ts";
import { usePreference } from "../../api/people/preferences.ts";
import { type ContentType, useSiteId } from "../../api/sites.ts";
import { Button } from "../../ui/button.tsx";
import { useStateWord } from "../../ui/values/state-mark.tsx";
import { type Columns, columnsOf } from "../query/columns.ts";
import { groupColumns } from "../query/groups.ts";
import { isState, type ListParams, STATES } from "../query/list-params.ts";
import { useColumnName } from "../rows/entry-cells.tsx";
import menu from "../../ui/menu.module.css";
import tabs from "../../ui/tabs.module.css";
import styles from "../entries.module.css";

interface DisplayMenuProps {
  readonly address: ListParams;
  readonly fields: readonly Field[];
}

/** Selects rows or cards, and the grouping. */
export function DisplayMenu({ address, fields }: DisplayMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const columnName = useColumnName(fields);
  const { list, look, changeLook } = address;
  const groups = groupColumns(list, fields);
  const label = formatMessage({ id: "look.title" });
  const Icon = look.isGrid ? LayoutGrid : Rows3;
  return (
    <MenuTrigger>
      <Button look="quiet" iconOnly aria-label={label}>
        <Icon size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu className={menu["menu"] ?? ""} aria-label={label}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[look.isGrid ? "grid" : "rows"]}
            onSelectionChange={(keys) => changeLook({ isGrid: keys !== "all" && keys.has("grid") })}
            aria-label={label}
          >
            <Option id="rows">
              <FormattedMessage id="look.rows" />
            </Option>
            <Option id="grid">
              <FormattedMessage id="look.cards" />
            </Option>
          </MenuSection>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[look.group ?? NONE]}
            onSelectionChange={(keys) => {
              const group = groups.find((column) => keys !== "all" && keys.has(column));
              changeLook({ group, closed: [] });
            }}
          >
            <Header className={menu["heading"] ?? ""}>
              <FormattedMessage id="look.groupBy" />
            </Header>
            <Option id={NONE}>
              <FormattedMessage id="look.noGroups" />
            </Option>
            {groups.map((column) => (
              <Option key={column} id={column}>
                {columnName(column)}
              </Option>
            ))}
          </MenuSection>
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const NONE = "none";

function Option({
  id,
  children,
}: {
  readonly id: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <MenuItem id={id} className={menu["item"] ?? ""}>
      {({ isSelected }) => (
        <>
          <span className={styles["tick"]}>
            {isSelected && <Check size={14} aria-hidden="true" />}
          </span>
          {children}
        </>
      )}
    </MenuItem>
  );
}

interface ColumnsMenuProps {
  readonly columns: Columns;
  readonly type: string | undefined;
  readonly fields: readonly Field[];
}

/** Selects the columns of a list besides the title. */
export function ColumnsMenu({ columns, type, fields }: ColumnsMenuProps): ReactNode {
  const { formatMessage } = useIntl();
  const columnName = useColumnName(fields);
  const all = columnsOf(type, fields);
  const label = formatMessage({ id: "entries.columns" });
  return (
    <MenuTrigger>
      <Button look="quiet" iconOnly aria-label={label}>
        <Columns3 size={16} aria-hidden="true" />
      </Button>
      <Popover className={menu["popup"] ?? ""} placement="bottom end">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={label}
          selectionMode="multiple"
          selectedKeys={columns.visible}
          onSelectionChange={(keys) => {
            columns.show(keys === "all" ? all : all.filter((column) => keys.has(column)));
          }}
        >
          {all.map((column) => (
            <MenuItem key={column} id={column} className={menu["item"] ?? ""}>
              {({ isSelected }) => (
                <>
                  <span className={styles["tick"]}>
                    {isSelected && <Check size={14} aria-hidden="true" />}
                  </span>
                  {columnName(column)}
                </>
              )}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}

const NameView = lazy(async () => ({ default: (await import("./name-view.tsx")).NameView }));

/** Opens saved views (filters and order), and saves the current one. */
export function ViewsMenu(): ReactNode {
  const { formatMessage } = useIntl();
  const site = useSiteId();
  const { pathname, search } = useLocation();
  const { views, add, remove } = useViews(site);
  const [isNaming, setIsNaming] = useState(false);
  const root = `/sites/${site}/`;
  const address = `${pathname.slice(root.length)}${search}`;
  const current = views.find((view) => view.address === address);
  const label = formatMessage({ id: "views.title" });
  const item = menu["item"] ?? "";
  return (
    <>
      <MenuTrigger>
        <Button look="quiet" iconOnly aria-label={label}>
          <Bookmark size={16} aria-hidden="true" />
        </Button>
        <Popover className={menu["popup"] ?? ""} placement="bottom end">
          <Menu className={menu["menu"] ?? ""} aria-label={label}>
            {views.map((view) => (
              <MenuItem
                key={view.name}
                id={`view ${view.name}`}
                textValue={view.name}
                className={item}
                href={`${root}${view.address}`}
              >
                <span className={styles["tick"]}>
                  {view === current && <Check size={14} aria-hidden="true" />}
                </span>
                {view.name}
              </MenuItem>
            ))}
            {current === undefined ? (
              <MenuItem key="save" id="save" className={item} onAction={() => setIsNaming(true)}>
                <BookmarkPlus size={14} aria-hidden="true" />
                <FormattedMessage id="views.save" />
              </MenuItem>
            ) : (
              <MenuItem
                key="remove"
                id="remove"
                className={item}
                onAction={() => remove(current.name)}
              >
                <BookmarkMinus size={14} aria-hidden="true" />
                <FormattedMessage id="views.remove" values={{ name: current.name }} />
              </MenuItem>
            )}
          </Menu>
        </Popover>
      </MenuTrigger>
      <Suspense>
        {isNaming && (
          <NameView
            onSave={(name) => {
              add({ name, address });
              setIsNaming(false);
            }}
            onClose={() => setIsNaming(false)}
          />
        )}
      </Suspense>
    </>
  );
}

/** A named list with its filters and order. */
interface View {
  readonly name: string;
  /** Path and query below the site's URL. */
  readonly address: string;
}

interface Views {
  readonly views: readonly View[];
  /** Adding a view with an existing name replaces it. */
  readonly add: (view: View) => void;
  readonly remove: (name: string) => void;
}

/** Manages the user's saved views of a site, by name. */
function useViews(site: string): Views {
  const [views, change] = usePreference(`views.${site}`, readViews);
  return {
    views,
    add: (view) => change((now) => byName([...without(now, view.name), view])),
    remove: (name) => change((now) => without(now, name)),
  };
}

function without(views: readonly View[], name: string): readonly View[] {
  return views.filter((view) => view.name !== name);
}

function byName(views: readonly View[]): readonly View[] {
  return views.toSorted((one, other) => one.name.localeCompare(other.name));
}

function readViews(remembered: unknown): readonly View[] {
  return Array.isArray(remembered) ? remembered.filter(isView) : [];
}

function isView(value: unknown): value is View {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value) || !("address" in value)) return false;
  const { name, address } = value;
  return typeof name === "string" && typeof address === "string" && /^entries\b/.test(address);
}

interface StateTabsProps {
  /** The types whose entries are counted. */
  readonly counted: readonly ContentType[];
  readonly state: ShownState | undefined;
  readonly onChange: (state?: ShownState) => void;
}

/** Tabs for all entries and each state. States without entries are hidden. */
export function StateTabs({ counted, state, onChange }: StateTabsProps): ReactNode {
  const { formatMessage } = useIntl();
  const wordOf = useStateWord();
  const sum = (of: ShownState | "all"): number =>
    counted.reduce((total, { entries }) => total + entries[of], 0);
  const shown = STATES.filter((one) => one === state || sum(one) > 0);
  return (
    <ToggleButtonGroup
      className={`${tabs["tabs"]} ${tabs["wide"]}`}
      aria-label={formatMessage({ id: "entries.states" })}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[state ?? "all"]}
      onSelectionChange={([key]) => {
        const name = String(key);
        onChange(isState(name) ? name : undefined);
      }}
    >
      <ToggleButton id="all" className={tabs["tab"] ?? ""}>
        <FormattedMessage id="entries.all" />
        <span className={tabs["count"]}>
          <FormattedNumber value={sum("all")} />
        </span>
      </ToggleButton>
      {shown.map((one) => (
        <ToggleButton key={one} id={one} className={tabs["tab"] ?? ""}>
          <FormattedMessage id={wordOf(one)} />
          <span className={tabs["count"]}>
            <FormattedNumber value={sum(one)} />
          </span>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
