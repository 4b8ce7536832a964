import { useEffect, useState } from "react";
import type { EntryBranch } from "../../api/content/entry-place.ts";
import { browserStorage, hqStorage } from "../../api/content/working-copy.ts";
import { type OpenedEdits, openUnsavedEdits } from "../../draft/open-unsaved-edits.ts";

interface OpenedEntry extends EntryBranch {
  readonly type: string;
  /** Undefined while only the slug is known. */
  readonly id: string | undefined;
}

/** Loads the unsaved changes of an entry once; undefined until loaded. */
export function useUnsavedEdits(
  { site, change, type, id }: OpenedEntry,
  userId: string,
): OpenedEdits | undefined {
  const [opened, setOpened] = useState<OpenedEdits>();
  const isOpen = opened !== undefined;
  useEffect(() => {
    if (isOpen || id === undefined) return undefined;
    const place = { site, change, type, id };
    let left = false;
    async function open(): Promise<void> {
      const found = await openUnsavedEdits(hqStorage(place), browserStorage(userId, place));
      if (!left) setOpened(found);
    }
    void open();
    return () => {
      left = true;
    };
  }, [isOpen, site, change, type, id, userId]);
  return opened;
}
