/** In a slug, the `/` of a folder. */
const FOLDER_SIGN = "~";

/** What an address has besides the slug, and how the slug stands in it. */
export interface AddressParts {
  readonly before: string;
  readonly after: string;
  /** A slug as visitors see it: with its folders where the route has `{path}`. */
  readonly shown: (slug: string) => string;
}

/** @param route - Of the type: `/blog/{slug}`, `/docs/{path}/`; or of one entry, without its slug. */
export function addressParts(route: string, id: string | undefined): AddressParts {
  const [before = "", after = ""] = route.replaceAll("{id}", id ?? "…").split(/\{(?:slug|path)\}/);
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
