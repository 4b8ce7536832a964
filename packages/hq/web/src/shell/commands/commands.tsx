import {
  type ComponentType,
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
import { useSettings } from "../kept/settings.ts";
import type { Page } from "../pages.ts";
import { keepRecent } from "./recent.ts";
import { createShortcuts, type Shortcut } from "./shortcuts.ts";

const HelpSheet = lazy(async () => ({ default: (await import("./help-sheet.tsx")).HelpSheet }));

/** What keys and the palette do where one is: in a site, or in a workspace. */
export interface PlaceCommands {
  /** Address that the pages stand below. */
  readonly home: string;
  readonly pages: readonly Page[];
  readonly Palette: ComponentType<{ readonly onClose: () => void }>;
  /** Has the palette loaded before it is wanted. */
  readonly loadPalette: () => Promise<unknown>;
  /** What letters do on the screen that is shown; absent: nothing. `palette`: what they begin is chosen there. */
  readonly acts: {
    readonly [kind in "new" | "preview" | "history"]?: (() => void) | "palette" | undefined;
  };
}

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

interface CommandsProviderProps {
  readonly commands: PlaceCommands;
  readonly children: ReactNode;
}

/** The palette, the sheet of keys, and the keys that work on every screen of a place. */
export function CommandsProvider({ commands: place, children }: CommandsProviderProps): ReactNode {
  const { Palette, loadPalette, pages, acts } = place;
  const [open, setOpen] = useState<"palette" | "help">();
  const { pathname } = useLocation();
  const [shown, setShown] = useState(pathname);
  // Whatever leads elsewhere closes them.
  if (shown !== pathname) {
    setShown(pathname);
    setOpen(undefined);
  }
  useEffect(() => keepRecent(pathname), [pathname]);
  // Soon after the screen, so that whoever opens it and types on loses no letter.
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette(), PALETTE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [loadPalette]);
  const commands = useMemo(
    () => ({ openPalette: () => setOpen("palette"), openHelp: () => setOpen("help") }),
    [],
  );
  useKeys(commands, place);
  const close = (): void => setOpen(undefined);
  return (
    <CommandsContext value={commands}>
      {children}
      <Suspense>
        {open === "palette" && <Palette onClose={close} />}
        {open === "help" && <HelpSheet pages={pages} hasEntries={"new" in acts} onClose={close} />}
      </Suspense>
    </CommandsContext>
  );
}

function useKeys({ openPalette, openHelp }: Commands, { home, pages, acts }: PlaceCommands): void {
  const navigate = useNavigate();
  const { letterKeys } = useSettings();
  useEffect(() => {
    const readShortcut = createShortcuts({ letters: letterKeys, pages });
    /** What a key does here; a key that does nothing here is left to the browser. */
    const actOf = (shortcut: Shortcut): (() => void) | undefined => {
      switch (shortcut.kind) {
        case "palette":
          return openPalette;
        case "help":
          return openHelp;
        case "search":
          return focusSearch;
        case "go":
          return () => void navigate(home + shortcut.path);
        case "publish":
          return publishButton();
        case "new":
        case "preview":
        case "history": {
          const act = acts[shortcut.kind];
          return act === "palette" ? openPalette : act;
        }
      }
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
  }, [navigate, openPalette, openHelp, letterKeys, home, pages, acts]);
}

/** What publishes here: the button that says so, of the dialog that is open or of the screen. */
function publishButton(): (() => void) | undefined {
  const button = [...document.querySelectorAll("[data-publishes]")].at(-1);
  if (!(button instanceof HTMLButtonElement) || button.disabled) return undefined;
  // What lies below a dialog is not reached by a key either.
  if (button.closest("[inert], [aria-hidden=true]") !== null) return undefined;
  return () => button.click();
}

function focusSearch(): void {
  const box = document.querySelector("main [type=search]");
  if (box instanceof HTMLElement) box.focus();
}
