import { keepPreviousData, useQuery } from "@tanstack/react-query";
import {
  FilePlus2,
  FileText,
  Globe,
  ImageIcon,
  Keyboard,
  LogOut,
  type LucideIcon,
  PanelsTopLeft,
  Contrast,
  Search,
  SunMoon,
  UserRound,
} from "lucide-react";
import { type ReactNode, useDeferredValue, useState } from "react";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
  useFilter,
} from "react-aria-components";
import { FormattedMessage, type IntlShape, useIntl } from "react-intl";
import { useNavigate } from "react-router";
import { answer, hq } from "../../api/client.ts";
import type { EntrySummary, ShownState } from "../../api/content/entries.ts";
import { useEntriesById } from "../../api/content/entry.ts";
import { previewOf, useMediaLibrary } from "../../api/media/media.ts";
import { useSignOut } from "../../api/people/session.ts";
import { type ContentType, useSite, useSiteId, useTypes, useWorkspaces } from "../../api/sites.ts";
import type { MessageId } from "../../messages/messages.ts";
import { StateMark } from "../../ui/values/state-mark.tsx";
import { useFavourites } from "../favourites.ts";
import { pagesOf } from "../pages.ts";
import { changeSettings, THEMES, useSettings } from "../settings.ts";
import { useCommands } from "./commands.tsx";
import { KeyCap } from "./key-cap.tsx";
import { recentEntries } from "./recent.ts";
import styles from "./palette.module.css";

/** One line of the palette. */
interface Choice {
  readonly id: string;
  readonly text: string;
  readonly detail?: string;
  readonly icon: LucideIcon;
  readonly picture?: string | undefined;
  readonly state?: ShownState;
  readonly keys?: readonly string[];
  /** Where it leads; else it does something. */
  readonly href?: string;
  readonly act?: () => void;
}

const FOUND_ENTRIES = 7;
const FOUND_MEDIA = 4;
const FOUND_RECENT = 5;
const FOUND_STARRED = 7;

/** Everything by its name: what can be done, entries and media, and the screens of the editor. */
export function Palette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const intl = useIntl();
  const { data: site } = useSite();
  const [words, setWords] = useState("");
  const search = useDeferredValue(words.trim());
  const sections = useSections(search, intl);
  const count = sections.reduce((sum, { choices }) => sum + choices.length, 0);
  const navigate = useNavigate();
  // What was found later than the last letter was typed takes the mark from the line that had it.
  const openFirst = (input: HTMLInputElement): void => {
    if (input.hasAttribute("aria-activedescendant")) return;
    const first = sections.flatMap(({ choices }) => choices)[0];
    if (first === undefined) return;
    first.act?.();
    if (first.href !== undefined) void navigate(first.href);
    onClose();
  };
  return (
    <ModalOverlay
      isOpen
      isDismissable
      className={styles["veil"] ?? ""}
      onOpenChange={(open) => !open && onClose()}
    >
      <Modal className={styles["modal"] ?? ""}>
        <Dialog
          className={styles["palette"] ?? ""}
          aria-label={intl.formatMessage({ id: "palette.label" })}
        >
          <Autocomplete inputValue={words} onInputChange={setWords}>
            <TextField
              autoFocus
              className={styles["search"] ?? ""}
              aria-label={intl.formatMessage({ id: "palette.label" })}
            >
              <Search size={18} aria-hidden="true" />
              <Input
                className={styles["input"] ?? ""}
                placeholder={intl.formatMessage({ id: "palette.placeholder" })}
                onKeyDown={(event) => event.key === "Enter" && openFirst(event.currentTarget)}
              />
              <span className={styles["site"]}>{site?.name}</span>
            </TextField>
            <Menu
              className={styles["menu"] ?? ""}
              aria-label={intl.formatMessage({ id: "palette.found" })}
              onAction={onClose}
              renderEmptyState={() => <FormattedMessage id="entries.noMatch" />}
            >
              {sections.map(({ id, choices }) => (
                <Choices key={id} title={id} choices={choices} words={search} />
              ))}
            </Menu>
          </Autocomplete>
          <footer className={styles["foot"]}>
            <span>
              <KeyCap>↑</KeyCap> <KeyCap>↓</KeyCap> <FormattedMessage id="palette.choose" />
            </span>
            <span>
              <KeyCap>Enter</KeyCap> <FormattedMessage id="palette.open" />
            </span>
            <span className={styles["found"]} role="status">
              <FormattedMessage id="palette.count" values={{ count }} />
            </span>
          </footer>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** What is found for some words, in the order in which it stands. */
function useSections(search: string, intl: IntlShape) {
  const { contains } = useFilter({ sensitivity: "base" });
  const matches = ({ text }: Choice): boolean => contains(text, search);
  const entries = useFoundEntries(search);
  const found = useFoundMedia(search);
  // Below the entries, and never before them: Enter opens what stands first.
  const media = entries.isSettled ? found : [];
  return [
    { id: "favourite.title", choices: useStarred(search) },
    { id: "palette.recent", choices: useRecent(search) },
    { id: "palette.do", choices: useActs(intl).filter(matches) },
    { id: "palette.entries", choices: entries.choices },
    { id: "palette.media", choices: media },
    { id: "palette.goTo", choices: usePlaces(intl).filter(matches) },
  ] as const;
}

interface ChoicesProps {
  readonly title: MessageId;
  readonly choices: readonly Choice[];
  readonly words: string;
}

function Choices({ title, choices, words }: ChoicesProps): ReactNode {
  if (choices.length === 0) return null;
  return (
    <MenuSection>
      <Header className={styles["heading"] ?? ""}>
        <FormattedMessage id={title} />
      </Header>
      {choices.map(({ id, text, detail, icon: Icon, picture, state, keys = [], href, act }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={text}
          className={styles["item"] ?? ""}
          {...(href !== undefined && { href })}
          {...(act !== undefined && { onAction: act })}
        >
          {picture === undefined ? (
            <Icon size={16} aria-hidden="true" />
          ) : (
            <img src={picture} alt="" className={styles["picture"]} />
          )}
          <span className={styles["text"]}>
            <Marked text={text} words={words} />
          </span>
          <small className={styles["detail"]}>{detail}</small>
          {state !== undefined && <StateMark state={state} />}
          {keys.map((key) => (
            <KeyCap key={key}>{key}</KeyCap>
          ))}
        </MenuItem>
      ))}
    </MenuSection>
  );
}

/** A text, with what was searched for in another colour where it stands in it as it was written. */
function Marked({ text, words }: { readonly text: string; readonly words: string }): ReactNode {
  const place = words === "" ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  if (place === -1) return text;
  return (
    <>
      {text.slice(0, place)}
      <b>{text.slice(place, place + words.length)}</b>
      {text.slice(place + words.length)}
    </>
  );
}

function useFoundEntries(search: string): {
  readonly choices: readonly Choice[];
  readonly isSettled: boolean;
} {
  const site = useSiteId();
  const { data: types = [] } = useTypes();
  const { data: entries = [], isFetching } = useQuery({
    queryKey: ["site", site, "entries", "palette", search],
    enabled: search !== "",
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const params = { path: { site }, query: { q: search, limit: FOUND_ENTRIES } };
      return (await answer(hq.GET("/sites/{site}/entries", { params, signal }))).entries;
    },
  });
  if (search === "") return { choices: [], isSettled: true };
  const choices = entries.flatMap((entry) => choiceOf(entry, { site, types }));
  return { choices, isSettled: !isFetching };
}

function useFoundMedia(search: string): readonly Choice[] {
  const site = useSiteId();
  const { data: media = [] } = useMediaLibrary(search);
  if (search === "") return [];
  return media.slice(0, FOUND_MEDIA).map((one) => ({
    id: one.id,
    text: one.filename,
    detail: one.alt,
    icon: ImageIcon,
    picture: previewOf(one),
    href: `/sites/${site}/media?q=${encodeURIComponent(one.filename)}`,
  }));
}

/** Entries that somebody marked, while nothing is searched for. */
function useStarred(search: string): readonly Choice[] {
  const site = useSiteId();
  const starred = useFavourites(site).slice(0, FOUND_STARRED);
  const found = useChoicesOf(starred.map(({ id }) => id));
  return search === "" ? found : [];
}

/** Entries that were opened here last, while nothing is searched for. */
function useRecent(search: string): readonly Choice[] {
  const site = useSiteId();
  const starred = useFavourites(site);
  const [ids] = useState(() =>
    recentEntries()
      .filter((entry) => entry.site === site && !starred.some(({ id }) => id === entry.id))
      .slice(0, FOUND_RECENT)
      .map(({ id }) => id),
  );
  const found = useChoicesOf(ids);
  return search === "" ? found : [];
}

/** Entries by their ids, without those that are gone. */
function useChoicesOf(ids: readonly string[]): readonly Choice[] {
  const site = useSiteId();
  const { data: types = [] } = useTypes();
  const { data: entries = [] } = useEntriesById(ids);
  return ids.flatMap((id) => {
    const entry = entries.find((one) => one.id === id);
    return entry === undefined ? [] : choiceOf(entry, { site, types });
  });
}

function choiceOf(
  { id, type, title, state }: EntrySummary,
  { site, types }: { readonly site: string; readonly types: readonly ContentType[] },
): readonly Choice[] {
  if (id === undefined) return [];
  const detail = types.find(({ apiId }) => apiId === type)?.label ?? type;
  return [
    {
      id,
      text: title,
      detail,
      icon: FileText,
      state,
      href: `/sites/${site}/entries/${type}/${id}`,
    },
  ];
}

function useActs({ formatMessage }: IntlShape): readonly Choice[] {
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const { theme, contrast } = useSettings();
  const { openHelp } = useCommands();
  const signOut = useSignOut();
  // An object type has one entry alone, and a type without a published schema none.
  const begun = types.filter(
    ({ kind, version, entries }) => version > 0 && (kind === "list" || entries.all === 0),
  );
  const writes = site === undefined || site.role === "view" ? [] : begun;
  return [
    ...writes.map(({ apiId, label }) => ({
      id: `new ${apiId}`,
      text: formatMessage({ id: "palette.new" }, { type: label }),
      icon: FilePlus2,
      href: `/sites/${site?.id ?? ""}/entries/${apiId}/new`,
    })),
    ...THEMES.filter((one) => one !== theme).map((one) => ({
      id: `theme ${one}`,
      text: `${formatMessage({ id: "settings.theme" })}: ${formatMessage({ id: `theme.${one}` })}`,
      icon: SunMoon,
      act: () => changeSettings({ theme: one }),
    })),
    {
      id: "contrast",
      text: formatMessage({ id: contrast ? "contrast.less" : "contrast.more" }),
      icon: Contrast,
      act: () => changeSettings({ contrast: !contrast }),
    },
    {
      id: "keys",
      text: formatMessage({ id: "help.title" }),
      icon: Keyboard,
      keys: ["?"],
      act: openHelp,
    },
    {
      id: "sign out",
      text: formatMessage({ id: "nav.signOut" }),
      icon: LogOut,
      act: () => void signOut(),
    },
  ];
}

function usePlaces({ formatMessage }: IntlShape): readonly Choice[] {
  const siteId = useSiteId();
  const { data: site } = useSite();
  const { data: types = [] } = useTypes();
  const { data: workspaces = [] } = useWorkspaces();
  const others = workspaces.flatMap(({ sites }) => sites).filter(({ id }) => id !== siteId);
  return [
    ...pagesOf(site).map(({ path, label, icon, key }) => ({
      id: label,
      text: formatMessage({ id: label }),
      icon,
      keys: ["G", key.toUpperCase()],
      href: `/sites/${siteId}${path}`,
    })),
    ...types.map(({ apiId, label }) => ({
      id: `type ${apiId}`,
      text: label,
      icon: PanelsTopLeft,
      href: `/sites/${siteId}/entries/${apiId}`,
    })),
    {
      id: "account",
      text: formatMessage({ id: "nav.account" }),
      icon: UserRound,
      href: "/account",
    },
    ...others.map(({ id, name }) => ({
      id: `site ${id}`,
      text: name,
      detail: formatMessage({ id: "palette.otherSite" }),
      icon: Globe,
      href: `/sites/${id}`,
    })),
  ];
}
