import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { IntegrationResolvedRoute } from "astro";

export interface SitePages {
  /** Returns whether a path of the site has a response. */
  has(path: string): boolean;
}

export interface BuiltSite {
  /** Paths of the built pages. */
  readonly pathnames: readonly string[];
  /** Output folder of the build. */
  readonly dir: URL;
  readonly routes: readonly IntegrationResolvedRoute[];
  /** Astro's `base`. */
  readonly base: string;
}

/** Collects the pages and files of a built site. */
export function sitePages({ pathnames, dir, routes, base }: BuiltSite): SitePages {
  const pages = new Set(pathnames.map(plain));
  const prefix = base.replace(/\/$/, "");
  const folder = fileURLToPath(dir);
  // These routes aren't built but have responses.
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

/** Removes the differences between equivalent paths of a page. */
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
