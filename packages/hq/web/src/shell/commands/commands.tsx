import {
  createContext,
  lazy,
  type ReactNode,
  Suspense,
  use,
  useEffect,
  useMemo,
  useState,
} from "react";
import { useLocation, useNavigate } from "react-router";
import { useSite, useSiteId } from "../../api/sites.ts";
import { pagesOf } from "../pages.ts";
import { useSettings } from "../settings.ts";
import { usePreviewBeside } from "../use-preview-beside.ts";
import { keepRecent } from "./recent.ts";
import { createShortcuts, type Shortcut } from "./shortcuts.ts";

const loadPalette = () => import("./palette.tsx");
const Palette = lazy(async () => ({ default: (await loadPalette()).Palette }));
const HelpSheet = lazy(async () => ({ default: (await import("./help-sheet.tsx")).HelpSheet }));

interface Commands {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

const CommandsContext = createContext<Commands>({
  openPalette: () => undefined,
  openHelp: () => undefined,
});

const PALETTE_AFTER_MS = 1000;

/** What opens the palette and the sheet of keys. */
export function useCommands(): Commands {
  return use(CommandsContext);
}

/** The palette, the sheet of keys, and the keys that work on every screen of a site. */
export function CommandsProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [open, setOpen] = useState<"palette" | "help">();
  const { pathname } = useLocation();
  const [place, setPlace] = useState(pathname);
  // Whatever leads elsewhere closes them.
  if (place !== pathname) {
    setPlace(pathname);
    setOpen(undefined);
  }
  useEffect(() => keepRecent(pathname), [pathname]);
  // Soon after the screen, so that whoever opens it and types on loses no letter.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const commands = useMemo(
    () => ({ openPalette: () => setOpen("palette"), openHelp: () => setOpen("help") }),
    [],
  );
  useKeys(commands);
  const close = (): void => setOpen(undefined);
  return (
    <CommandsContext value={commands}>
      {children}
      <Suspense>
        {open === "palette" && <Palette onClose={close} />}
        {open === "help" && <HelpSheet onClose={close} />}
      </Suspense>
    </CommandsContext>
  );
}

function useKeys({ openPalette, openHelp }: Commands): void {
  const navigate = useNavigate();
  const siteId = useSiteId();
  const { data: site } = useSite();
  const { letterKeys } = useSettings();
  const { pathname } = useLocation();
  const { hasRoom, toggle } = usePreviewBeside();
  const mayWrite = site !== undefined && site.role !== "view";
  useEffect(() => {
    const home = `/sites/${siteId}`;
    const [entry, type, id] = /\/entries\/([^/]+)(?:\/(e\w+))?/.exec(pathname) ?? [];
    const readShortcut = createShortcuts({ letters: letterKeys, pages: pagesOf(site) });
    const go = (path: string) => (): void => void navigate(home + path);
    /** What a key does here; a key that does nothing here is left to the browser. */
    const actOf = (shortcut: Shortcut): (() => void) | undefined => {
      const acts: Readonly<Record<Shortcut["kind"], (() => void) | undefined>> = {
        palette: openPalette,
        help: openHelp,
        search: focusSearch,
        go: "path" in shortcut ? go(shortcut.path) : undefined,
        new: mayWrite ? (type === undefined ? openPalette : go(`/entries/${type}/new`)) : undefined,
        preview: id === undefined ? undefined : hasRoom ? toggle : go(`${entry}/preview`),
        history: id === undefined ? undefined : go(`${entry}/history`),
      };
      return acts[shortcut.kind];
    };
    const listen = (event: KeyboardEvent): void => {
      const shortcut = readShortcut(event);
      const act = shortcut && actOf(shortcut);
      if (act === undefined) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [
    navigate,
    openPalette,
    openHelp,
    siteId,
    site,
    mayWrite,
    letterKeys,
    pathname,
    hasRoom,
    toggle,
  ]);
}

function focusSearch(): void {
  const box = document.querySelector("main [type=search]");
  if (box instanceof HTMLElement) box.focus();
}
