import { type RefObject, useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import type { Finder } from "./find/finder.ts";
import { type PendingText, pendingText } from "./pending-text.ts";

/** An editor of text that was put into the page: of ProseMirror, or of CodeMirror. */
export interface TextView {
  readonly text: () => string;
  /** Shows a text that came from elsewhere, with the cursor where it was as far as can be. */
  readonly replace: (text: string) => void;
  readonly focus: () => void;
  readonly finder: Finder;
  readonly destroy: () => void;
}

interface TextViewProps<View extends TextView> {
  readonly value: string;
  readonly onChange: (text: string) => void;
  /** Puts the editor into the page, once. */
  readonly mount: (place: HTMLElement, text: string, changed: () => void) => View;
}

/** Keeps an editor that lives outside React and the value of the form together; nothing typed is lost between them. */
export function useTextView<View extends TextView>(
  props: TextViewProps<View>,
): { readonly place: RefObject<HTMLDivElement | null>; readonly view: RefObject<View | null> } {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<View>(null);
  const pending = useRef<PendingText>(null);
  const known = useRef(props.value);
  /** What was given to the form and has not come back as its value yet: that is an echo, however late it comes. */
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
    // Also from where something was replaced in the text, such as the find bar.
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
