import { type RefObject, useRef, useState } from "react";
import type { Selection } from "react-aria-components";
import type { EntryList, EntrySummary } from "../../api/content/entries.ts";
import { rowKey } from "./entry-table.tsx";

interface Chosen {
  /** Keys of the selected rows. */
  readonly selected: Selection;
  readonly select: (selected: Selection) => void;
  readonly chosen: readonly EntrySummary[] | "all";
  /** Clears the selection and moves the focus back to the rows. */
  readonly clear: () => void;
  readonly rows: RefObject<HTMLDivElement | null>;
}

const NOTHING: Selection = new Set();

/** The selection on a page, which belongs to one of its lists. */
export type Choice = readonly [
  choice: { readonly asked: string; readonly keys: Selection },
  setChoice: (choice: { readonly asked: string; readonly keys: Selection }) => void,
];

export function useChoice(): Choice {
  return useState({ asked: "", keys: NOTHING });
}

/** Manages the selected entries of a list. Switching lists clears the selection. */
export function useSelectedEntries(
  list: EntryList,
  entries: readonly EntrySummary[],
  [choice, setChoice]: Choice,
): Chosen {
  const rows = useRef<HTMLDivElement>(null);
  const asked = JSON.stringify(list);
  const selected = choice.asked === asked ? choice.keys : NOTHING;
  const select = (keys: Selection): void => setChoice({ asked, keys });
  return {
    selected,
    select,
    chosen: selected === "all" ? selected : entries.filter((one) => selected.has(rowKey(one))),
    clear: () => {
      select(NOTHING);
      rows.current?.focus();
    },
    rows,
  };
}
