import { usePreference } from "../../api/people/preferences.ts";

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

/** The views of a site that a person saved, by name. */
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
