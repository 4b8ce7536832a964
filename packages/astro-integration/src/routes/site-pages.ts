import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IntegrationResolvedRoute } from "astro";

export interface SitePages {
  /** Whether anything answers at a path of the site. */
  has(path: string): boolean;
}

export interface BuiltSite {
  /** Of the built pages. */
  readonly pathnames: readonly string[];
  /** Folder with what was built. */
  readonly dir: URL;
  readonly routes: readonly IntegrationResolvedRoute[];
  /** Astro's `base`. */
  readonly base: string;
}

/** What there is in a site that was built. */
export function sitePages({ pathnames, dir, routes, base }: BuiltSite): SitePages {
  const pages = new Set(pathnames.map(plain));
  const prefix = base.replace(/\/$/, "");
  const folder = fileURLToPath(dir);
  // Those are not built, and answer all the same.
  const answered = routes.filter(
    ({ type, isPrerendered }) => type === "redirect" || !isPrerendered,
  );
  return {
    has(path) {
      if (!path.startsWith(`${prefix}/`) && path !== prefix) return false;
      const within = path.slice(prefix.length);
      const name = decoded(within);
      return (
        pages.has(plain(name)) ||
        answered.some(({ patternRegex }) => patternRegex.test(name)) ||
        existsSync(join(folder, name))
      );
    },
  };
}

/** Without what two addresses of one page differ in. */
function plain(path: string): string {
  return path.replace(/(?:^|\/)index(?:\.html)?$|\.html$/, "").replaceAll(/^\/+|\/+$/g, "");
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
