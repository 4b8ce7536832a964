import { ArrowLeftRight, ChevronDown } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from "react-aria-components";
import { FormattedMessage, useIntl } from "react-intl";
import { Link } from "react-router";
import type { Entry } from "../api/content/entry.ts";
import {
  type FieldAuthor,
  type HistoryEvent,
  useFieldAuthors,
  useRestore,
  useVersion,
} from "../api/content/history.ts";
import type { Field, TypeSchema } from "../api/content/schema.ts";
import { savesToMain, type Site } from "../api/sites.ts";
import { Button } from "../ui/button.tsx";
import { Letter } from "../ui/compare/drill-core.tsx";
import type { Look } from "../ui/compare/text-change.tsx";
import { Note } from "../ui/notes/note.tsx";
import { Refusal } from "../ui/notes/refusal.tsx";
import { Waiting } from "../ui/notes/waiting.tsx";
import { Ago } from "../ui/values/ago.tsx";
import { EventText } from "../ui/values/event-text.tsx";
import { type Chosen, firstChoice, hasVersion } from "./choose-versions.ts";
import { Comparison } from "./comparison.tsx";
import compareScreen from "../ui/compare/compare-screen.module.css";
import list from "../ui/list.module.css";
import menu from "../ui/menu.module.css";
import styles from "./history.module.css";

type NamedField = Pick<Field, "apiId" | "label">;

interface VersionsProps {
  readonly type: string;
  readonly id: string;
  readonly schema: TypeSchema;
  /** Absent for a deleted entry. */
  readonly entry: Entry | undefined;
  readonly site: Site;
  readonly look: Look;
  readonly events: readonly HistoryEvent[];
  readonly chosen: Chosen;
  /** Email of the current user. */
  readonly me: string | undefined;
  /** Undefined for the default comparison. */
  readonly onChoose: (chosen: Chosen | undefined) => void;
}

/** The two compared versions and their actions. */
export function Versions(props: VersionsProps): ReactNode {
  const { type, id, site, entry, events, me, onChoose } = props;
  const { from } = props.chosen;
  const restore = useRestore({ type, id, version: entry?.version });
  /** The last restored field; null for the whole entry. */
  const [back, setBack] = useState<string | null>();
  const bringBack = (commit: string, field?: NamedField): void => {
    if (restore.isPending) return;
    setBack(undefined);
    const onSuccess = (): void => {
      setBack(field?.label ?? null);
      onChoose(undefined);
    };
    restore.mutate({ commit, ...(field && { field: field.apiId }) }, { onSuccess });
  };
  const mayWrite = savesToMain(site);
  const { formatMessage } = useIntl();
  const label = formatMessage({ id: "history.differences" });
  const older = mayWrite && entry !== undefined ? from : undefined;
  return (
    <div className={`${compareScreen["compared"]} ${styles["versions"]}`}>
      <div className={`${compareScreen["heads"]} ${styles["heads"]}`}>
        <Heads {...props} />
        {older !== undefined && (
          <Button isWorking={restore.isPending} onPress={() => bringBack(older)}>
            <FormattedMessage id="history.bringBackAll" />
          </Button>
        )}
      </div>
      {/* Makes the area scrollable by keyboard, because it can contain no focusable elements. */}
      <div
        className={`${compareScreen["differences"]} ${styles["differences"]}`}
        tabIndex={0}
        role="region"
        aria-label={label}
      >
        <Deleted
          events={events}
          me={me}
          isWorking={restore.isPending}
          onBringBack={mayWrite ? bringBack : undefined}
        />
        <Refusal error={restore.error} />
        {back !== undefined && <RestoredNote field={back} site={site} type={type} id={id} />}
        <Compared
          {...props}
          onBringBack={older === undefined ? undefined : (field) => bringBack(older, field)}
        />
      </div>
    </div>
  );
}

/** Headings of the compared versions. */
function Heads({ events, chosen: { from, to }, me, onChoose }: VersionsProps): ReactNode {
  const { formatMessage } = useIntl();
  return (
    <>
      <VersionMenu
        letter="A"
        events={events}
        commit={from}
        me={me}
        onChoose={(commit) => onChoose({ from: commit, to })}
      />
      <Button
        look="quiet"
        iconOnly
        isDisabled={from === undefined}
        aria-label={formatMessage({ id: "history.swap" })}
        onPress={() => onChoose({ from: to, to: from })}
      >
        <ArrowLeftRight size={18} aria-hidden="true" />
      </Button>
      <VersionMenu
        letter="B"
        events={events}
        commit={to}
        me={me}
        onChoose={(commit) => onChoose({ from, to: commit })}
      />
    </>
  );
}

interface ComparedProps extends VersionsProps {
  /** Absent if nothing can be restored. */
  readonly onBringBack: ((field: NamedField) => void) | undefined;
}

function Compared(props: ComparedProps): ReactNode {
  const { type, id, schema, entry, look, events, chosen, me, onBringBack } = props;
  const { from, to } = chosen;
  const version = useVersion({ type, id, from, to });
  const authors = useFieldAuthors(entry);
  const isNewest = to !== undefined && to === firstChoice(events).to;
  if (version.error !== null) return <Refusal error={version.error} />;
  if (version.data === undefined) return <Waiting />;
  return (
    <Comparison
      version={version.data}
      fields={schema.fields}
      authors={isNewest ? byPath(authors.data) : NO_AUTHORS}
      me={me}
      isSideBySide={look.isSideBySide}
      isFirst={from === undefined}
      onlyChanged={look.onlyChanged}
      onBringBack={onBringBack}
    />
  );
}

const NO_AUTHORS: ReadonlyMap<string, FieldAuthor> = new Map();

function byPath(authors: readonly FieldAuthor[] | undefined): ReadonlyMap<string, FieldAuthor> {
  return new Map(authors?.map((author) => [author.path, author]));
}

interface RestoredNoteProps {
  readonly field: string | null;
  readonly site: Site;
  readonly type: string;
  readonly id: string;
}

/** Confirms the restore, with links. */
function RestoredNote({ field, site, type, id }: RestoredNoteProps): ReactNode {
  return (
    <Note tone="leaf">
      {field === null ? (
        <FormattedMessage id="history.wholeBack" />
      ) : (
        <FormattedMessage id="history.fieldBack" values={{ field }} />
      )}{" "}
      <Link to={`/sites/${site.id}/entries/${type}/${id}`}>
        <FormattedMessage id="history.toEntry" />
      </Link>
    </Note>
  );
}

interface DeletedProps {
  readonly events: readonly HistoryEvent[];
  readonly me: string | undefined;
  readonly isWorking: boolean;
  readonly onBringBack: ((commit: string) => void) | undefined;
}

/** Shows who deleted the entry and offers to restore it. */
function Deleted({ events, me, isWorking, onBringBack }: DeletedProps): ReactNode {
  const event = events.find(({ kind }) => kind !== "publish" && kind !== "unpublish");
  if (event?.kind !== "delete") return null;
  const { previous } = event;
  return (
    <Note tone="madder">
      <b>
        <EventText event={event} me={me} />
      </b>{" "}
      <FormattedMessage id="history.deleted" />
      {previous !== undefined && onBringBack !== undefined && (
        <Button isWorking={isWorking} onPress={() => onBringBack(previous)}>
          <FormattedMessage id="history.bringBackDeleted" />
        </Button>
      )}
    </Note>
  );
}

interface VersionMenuProps {
  readonly letter: "A" | "B";
  readonly events: readonly HistoryEvent[];
  readonly commit: string | undefined;
  readonly me: string | undefined;
  readonly onChoose: (commit: string) => void;
}

/** Selects a compared version from those loaded in the timeline. */
function VersionMenu(props: VersionMenuProps): ReactNode {
  const { letter, events, commit, me, onChoose } = props;
  const { formatMessage } = useIntl();
  const versions = events.filter(hasVersion);
  const event = versions.find((one) => one.commit === commit);
  return (
    <MenuTrigger>
      <AriaButton className={`${list["option"]} ${styles["version"]}`}>
        <Letter letter={letter} />
        <span className={styles["words"]}>
          {event !== undefined && (
            <>
              <b>
                <EventText event={event} me={me} />
              </b>
              <small>
                <Ago time={event.when} />
              </small>
            </>
          )}
          {event === undefined && (
            <b>
              {commit === undefined ? (
                <FormattedMessage id="history.nothing" />
              ) : (
                commit.slice(0, 7)
              )}
            </b>
          )}
        </span>
        <ChevronDown size={14} aria-hidden="true" />
      </AriaButton>
      <Popover className={menu["popup"] ?? ""} placement="bottom start">
        <Menu
          className={menu["menu"] ?? ""}
          aria-label={formatMessage({ id: "history.choose" }, { letter })}
          selectionMode="single"
          selectedKeys={commit === undefined ? [] : [commit]}
          onAction={(key) => onChoose(String(key))}
        >
          {versions.map((one) => (
            <MenuItem key={one.commit} id={one.commit} className={menu["item"] ?? ""}>
              <EventText event={one} me={me} />
              <span className={menu["aside"]}>
                <Ago time={one.when} />
              </span>
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  );
}
