import { useEffect } from "react";

/** Saves on Ctrl-S and ⌘S, wherever the focus is. */
export function useSaveKey(save: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== "s" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      save();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [save]);
}
