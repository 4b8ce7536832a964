import { usePreference } from "../../api/people/preferences.ts";

/** A named list with its filters and order. */
interface View {
  readonly name: string;
  /** Path and query below the site's URL. */
  readonly address: string;
}

export interface Views {
  readonly views: readonly View[];
  /** Adding a view with an existing name replaces it. */
  readonly add: (view: View) => void;
  readonly remove: (name: string) => void;
}

/** Manages the user's saved views of a site, by name. */
export function useViews(site: string): Views {
  const [views, change] = usePreference(`views.${site}`, readViews);
  return {
    views,
    add: (view) => change((now) => byName([...without(now, view.name), view])),
    remove: (name) => change((now) => without(now, name)),
  };
}

function without(views: readonly View[], name: string): readonly View[] {
  return views.filter((view) => view.name !== name);
}

function byName(views: readonly View[]): readonly View[] {
  return views.toSorted((one, other) => one.name.localeCompare(other.name));
}

function readViews(remembered: unknown): readonly View[] {
  return Array.isArray(remembered) ? remembered.filter(isView) : [];
}

function isView(value: unknown): value is View {
  if (typeof value !== "object" || value === null) return false;
  if (!("name" in value) || !("address" in value)) return false;
  const { name, address } = value;
  return typeof name === "string" && typeof address === "string" && /^entries\b/.test(address);
}
