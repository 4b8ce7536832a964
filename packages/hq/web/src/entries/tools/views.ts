import { useState } from "react";

/** A list with its filters and order, kept under a name. */
interface View {
  readonly name: string;
  /** Below the site's address. */
  readonly address: string;
}

export interface Views {
  readonly views: readonly View[];
  /** A name that is taken stands for the new view from then on. */
  readonly add: (view: View) => void;
  readonly remove: (name: string) => void;
}

/** The views of a site that a person saved in this browser, by name. */
export function useViews(site: string): Views {
  const key = `loam.views.${site}`;
  const [shown, setShown] = useState<{ readonly key: string; readonly views: readonly View[] }>();
  const views = shown?.key === key ? shown.views : readKept(key);
  const show = (next: readonly View[]): void => {
    const sorted = next.toSorted((one, other) => one.name.localeCompare(other.name));
    try {
      localStorage.setItem(key, JSON.stringify(sorted));
    } catch {
      // A browser that keeps nothing shows them until the page is left.
    }
    setShown({ key, views: sorted });
  };
  return {
    views,
    add: (view) => show([...views.filter(({ name }) => name !== view.name), view]),
    remove: (name) => show(views.filter((view) => view.name !== name)),
  };
}

function readKept(key: string): readonly View[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isView) : [];
  } catch {
    return [];
  }
}

function isView(value: unknown): value is View {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value) || !("address" in value)) return false;
  const { name, address } = value;
  return typeof name === "string" && typeof address === "string" && /^entries\b/.test(address);
}
