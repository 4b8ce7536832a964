import { withDay } from "@loam/cms-core/browser";

/** Represents the `/` of a folder in a slug. */
const FOLDER_SIGN = "~";

/** The URL path around the slug, and how the slug is displayed in it. */
export interface UrlPathParts {
  readonly before: string;
  readonly after: string;
  /** Formats a slug as visitors see it: with folders if the path contains `{path}`. */
  readonly formatSlug: (slug: string) => string;
}

/** The parts of an entry that can appear in its URL path, besides the slug. */
export interface PathEntry {
  /** Absent for a new entry. */
  readonly id: string | undefined;
  readonly createdAt: string;
  /** IANA time zone of the date in the path. */
  readonly timeZone: string | undefined;
}

/**
 * Splits a URL path at the slug.
 *
 * @param route - Path of the type such as `/blog/{slug}` or `/docs/{path}/`, or of one entry without a slug.
 */
export function urlPathParts(route: string, { id, ...created }: PathEntry): UrlPathParts {
  const whole = withDay(route, created).replaceAll("{id}", id ?? "…");
  const [before = "", after = ""] = whole.split(/\{(?:slug|path)\}/);
  const hasFolders = route.includes("{path}");
  const hasSlug = hasFolders || route.includes("{slug}");
  return {
    before,
    after,
    formatSlug: (slug) => {
      if (!hasSlug) return "";
      return hasFolders ? slug.replaceAll(FOLDER_SIGN, "/") : slug;
    },
  };
}
