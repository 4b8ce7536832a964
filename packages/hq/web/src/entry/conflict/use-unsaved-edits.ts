import { useEffect, useState } from "react";
import type { EntryPlace } from "../../api/content/entry-place.ts";
import { browserPlace, hqPlace } from "../../api/content/working-copy.ts";
import { type OpenedWords, openWords } from "../../draft/open-unsaved-edits.ts";

interface OpenedEntry extends EntryPlace {
  readonly type: string;
  /** Undefined while only the slug is known. */
  readonly id: string | undefined;
}

/** Loads the unsaved changes of an entry once; undefined until loaded. */
export function useOpenedWords(
  { site, change, type, id }: OpenedEntry,
  userId: string,
): OpenedWords | undefined {
  const [opened, setOpened] = useState<OpenedWords>();
  const isOpen = opened !== undefined;
  useEffect(() => {
    if (isOpen || id === undefined) return undefined;
    const place = { site, change, type, id };
    let left = false;
    async function open(): Promise<void> {
      const found = await openWords(hqPlace(place), browserPlace(userId, place));
      if (!left) setOpened(found);
    }
    void open();
    return () => {
      left = true;
    };
  }, [isOpen, site, change, type, id, userId]);
  return opened;
}
