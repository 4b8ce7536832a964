import { withDay } from "@loam/cms-core/browser";

/** In a slug, the `/` of a folder. */
const FOLDER_SIGN = "~";

/** What an address has besides the slug, and how the slug stands in it. */
export interface AddressParts {
  readonly before: string;
  readonly after: string;
  /** A slug as visitors see it: with its folders where the route has `{path}`. */
  readonly shown: (slug: string) => string;
}

/** What an address says of its entry besides the slug. */
export interface AddressedEntry {
  /** Absent of one that is not there yet. */
  readonly id: string | undefined;
  readonly createdAt: string;
  /** IANA name of the zone of its day. */
  readonly timeZone: string | undefined;
}

/** @param route - Of the type: `/blog/{slug}`, `/docs/{path}/`; or of one entry, without its slug. */
export function addressParts(route: string, { id, ...created }: AddressedEntry): AddressParts {
  const whole = withDay(route, created).replaceAll("{id}", id ?? "…");
  const [before = "", after = ""] = whole.split(/\{(?:slug|path)\}/);
  const hasFolders = route.includes("{path}");
  const hasSlug = hasFolders || route.includes("{slug}");
  return {
    before,
    after,
    shown: (slug) => {
      if (!hasSlug) return "";
      return hasFolders ? slug.replaceAll(FOLDER_SIGN, "/") : slug;
    },
  };
}
