import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import { registerPendingInput } from "../../draft/pending-input.ts";
import type { Finder } from "./finder.ts";

/** A mounted text editor, either ProseMirror or CodeMirror. */
export interface TextView {
  readonly text: () => string;
  /** Shows a text changed elsewhere, preserving the cursor position if possible. */
  readonly replace: (text: string) => void;
  readonly focus: () => void;
  readonly finder: Finder;
  readonly destroy: () => void;
}

interface TextViewProps<View extends TextView> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Mounts the editor; called once. */
  readonly mount: (place: HTMLElement, text: string, changed: () => void) => View;
}

/** Synchronizes an editor outside React with the form value, without losing keystrokes. */
export function useTextView<View extends TextView>(
  props: TextViewProps<View>,
): { readonly place: RefObject<HTMLDivElement | null>; readonly view: RefObject<View | null> } {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View>(null);
  const pending = useRef<PendingText>(null);
  const known = useRef(props.value);
  /** Texts passed to the form that have not come back as its value yet. When they do, they are echoes, not changes. */
  const given = useRef<readonly string[]>([]);
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (place.current === null) return undefined;
    const element = place.current;
    const { mount, value } = latest.current;
    const touch = (): void => pending.current?.touch();
    const made = mount(element, value, touch);
    const waiting = pendingText(() => {
      const text = made.text();
      if (text === known.current) return;
      known.current = text;
      given.current = [...given.current, text];
      latest.current.onChange(text);
    });
    const beforeSave = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey) flushSync(waiting.flush);
    };
    element.addEventListener("focusout", waiting.flush);
    // Also when the focus is elsewhere, for example in the search bar.
    addEventListener("keydown", beforeSave, true);
    view.current = made;
    pending.current = waiting;
    return () => {
      element.removeEventListener("focusout", waiting.flush);
      removeEventListener("keydown", beforeSave, true);
      waiting.close();
      made.destroy();
      view.current = null;
    };
  }, []);
  useEffect(() => {
    const echo = given.current.lastIndexOf(props.value);
    given.current = given.current.slice(echo + 1);
    if (echo !== -1 || props.value === known.current) return;
    known.current = props.value;
    view.current?.replace(props.value);
  }, [props.value]);
  return { place, view };
}

/** Delay between the last keystroke and updating the form. */
const PAUSE_MS = 300;

interface PendingText {
  /** Registers a keystroke. */
  readonly touch: () => void;
  /** Updates the form immediately. */
  readonly flush: () => void;
  /** Like `flush`, and stops listening. */
  readonly close: () => void;
}

/**
 * Debounces updates of the form while typing. The first change is passed on immediately, so that the form knows there
 * are unsaved changes; later ones after a pause. Pointer events, leaving the page, and new versions flush it, so that
 * saving, publishing, and merging always include the last keystroke.
 */
function pendingText(give: () => void): PendingText {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isPending = false;
  const giveNow = (): void => {
    if (!isPending) return;
    isPending = false;
    give();
  };
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    giveNow();
  };
  addEventListener("pointerdown", flush, true);
  addEventListener("pagehide", flush);
  const ignore = registerPendingInput(flush);
  return {
    touch() {
      const isFirst = timer === undefined;
      clearTimeout(timer);
      isPending = true;
      // In a separate task, so that the keystroke renders before the form.
      if (isFirst) setTimeout(giveNow);
      timer = setTimeout(flush, PAUSE_MS);
    },
    flush,
    close() {
      flush();
      removeEventListener("pointerdown", flush, true);
      removeEventListener("pagehide", flush);
      ignore();
    },
  };
}
