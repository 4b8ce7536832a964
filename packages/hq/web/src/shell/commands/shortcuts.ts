/** An action triggered by a key on any screen. */
export type Shortcut =
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
export function createShortcuts({
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
