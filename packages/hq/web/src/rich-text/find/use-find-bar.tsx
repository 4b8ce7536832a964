import { type ReactNode, type RefObject, useRef, useState } from "react";
import type { ViewHandle } from "../view/view-props.ts";
import { FindBar } from "./find-bar.tsx";

interface OpenFindBar {
  readonly open: () => void;
  readonly close: () => void;
  /** The element to render. */
  readonly bar: ReactNode;
}

/** Manages the search bar of a view. */
export function useFindBar(view: RefObject<ViewHandle | null>, text: string): OpenFindBar {
  const [isOpen, setIsOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const close = (): void => setIsOpen(false);
  const leave = (): void => {
    close();
    view.current?.focus();
  };
  return {
    open() {
      setIsOpen(true);
      input.current?.select();
    },
    close,
    bar: isOpen && <FindBar view={view} text={text} input={input} onClose={leave} />,
  };
}
