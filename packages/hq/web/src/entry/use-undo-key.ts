import { useEffect } from "react";
import type { EntryDraft } from "../draft/entry-draft.ts";

const TYPED_IN = "input, textarea, [contenteditable]:not([contenteditable=false])";

/** Handles Ctrl-Z (undo) and Ctrl-Shift-Z (redo) unless a text control has the focus, which has its own undo. */
export function useUndoKey(draft: EntryDraft, onDone: (apiId: string) => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const { key, ctrlKey, metaKey, shiftKey, target } = event;
      if (key.toLowerCase() !== "z" || !(ctrlKey || metaKey) || event.defaultPrevented) return;
      if (target instanceof Element && target.closest(`${TYPED_IN}, [role=dialog]`) !== null)
        return;
      const apiId = shiftKey ? draft.redo() : draft.undo();
      if (apiId === undefined) return;
      event.preventDefault();
      onDone(apiId);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [draft, onDone]);
}
