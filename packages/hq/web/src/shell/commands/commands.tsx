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
import type { Page } from "../pages.ts";
import { useSettings } from "../preferences/settings.ts";
import { recordVisit } from "./recent.ts";

const HelpSheet = lazy(async () => ({ default: (await import("./help-sheet.tsx")).HelpSheet }));

/** Shortcuts and palette of the current site or workspace. */
export interface PlaceCommands {
  /** Base path of its pages. */
  readonly home: string;
  readonly pages: readonly Page[];
  readonly Palette: ComponentType<{ readonly onClose: () => void }>;
  /** Preloads the palette. */
  readonly loadPalette: () => Promise<unknown>;
  /**
   * Actions of letter keys on the current screen; absent actions are disabled. `palette`: opens the palette to choose.
   */
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

/** Returns functions that open the palette and the shortcut help. */
export function useCommands(): Commands {
  return use(CommandsContext);
}

interface CommandsProviderProps {
  readonly commands: PlaceCommands;
  readonly children: ReactNode;
}

/** Provides the palette, the shortcut help, and the shortcuts that work on every screen. */
export function CommandsProvider({ commands: place, children }: CommandsProviderProps): ReactNode {
  const { Palette, loadPalette, pages, acts } = place;
  const [open, setOpen] = useState<"palette" | "help">();
  const { pathname } = useLocation();
  const [shown, setShown] = useState(pathname);
  // Navigation closes both.
  if (shown !== pathname) {
    setShown(pathname);
    setOpen(undefined);
  }
  useEffect(() => recordVisit(pathname), [pathname]);
  // Preload soon after the screen, so that no keystroke is lost when it opens.
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
    /** Returns the action of a shortcut; undefined to let the browser handle the key. */
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

/** Returns the action of the Publish button in the open dialog or on the screen. */
function publishButton(): (() => void) | undefined {
  const button = [...document.querySelectorAll("[data-publishes]")].at(-1);
  if (!(button instanceof HTMLButtonElement) || button.disabled) return undefined;
  // Elements below a dialog must not be triggered by a key either.
  if (button.closest("[inert], [aria-hidden=true]") !== null) return undefined;
  return () => button.click();
}

function focusSearch(): void {
  const box = document.querySelector("main [type=search]");
  if (box instanceof HTMLElement) box.focus();
}

/** An action triggered by a key on any screen. */
type Shortcut =
  | { readonly kind: "palette" | "help" | "search" | "new" | "preview" | "history" | "publish" }
  | { readonly kind: "go"; readonly path: string };

/** Maximum time between the two keys of a sequence. */
const SEQUENCE_MS = 1500;

const LETTERS: Readonly<Record<string, "help" | "search" | "new" | "preview" | "history">> = {
  "?": "help",
  "/": "search",
  c: "new",
  p: "preview",
  h: "history",
};

interface ShortcutOptions {
  /** Single letters can be disabled. */
  readonly letters: boolean;
  /** Pages opened by G and a letter. */
  readonly pages: readonly { readonly path: string; readonly key: string }[];
}

/** Creates a handler that recognizes single keys and sequences starting with G. */
function createShortcuts({
  letters,
  pages,
}: ShortcutOptions): (event: KeyboardEvent) => Shortcut | undefined {
  let goSince = -Infinity;
  return (event) => {
    if (event.defaultPrevented) return undefined;
    const { key, timeStamp, ctrlKey, metaKey, altKey, shiftKey } = event;
    const letter = key.toLowerCase();
    if (ctrlKey || metaKey) return WITH_COMMAND[letter];
    if (!letters || altKey || isTyping(event)) return undefined;
    // Other letters are capitals. `?` requires Shift on many keyboards.
    if (shiftKey && /^[a-z]$/.test(letter)) return WITH_SHIFT[letter];
    const isSecond = timeStamp - goSince < SEQUENCE_MS;
    goSince = letter === "g" ? timeStamp : -Infinity;
    const page = isSecond ? pages.find((one) => one.key === letter) : undefined;
    return page === undefined ? singleLetter(letter) : { kind: "go", path: page.path };
  };
}

function singleLetter(letter: string): Shortcut | undefined {
  const kind = LETTERS[letter];
  return kind && { kind };
}

const WITH_COMMAND: Readonly<Record<string, Shortcut>> = {
  k: { kind: "palette" },
  enter: { kind: "publish" },
};

const WITH_SHIFT: Readonly<Record<string, Shortcut>> = { p: { kind: "publish" } };

const TYPED_IN =
  "input, textarea, select, [role=textbox], [role=dialog], [role=menu], [role=listbox]";

/** Returns whether the focused element handles letters: an input, menu, or dialog. */
function isTyping({ target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.closest(TYPED_IN) !== null;
}
