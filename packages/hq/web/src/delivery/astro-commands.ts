import type { Site } from "../api/sites.ts";
import { makeSlug } from "../shell/make-slug.ts";
import { quoteForShell } from "./code/shell-quote.ts";

type OfSite = Pick<Site, "id" | "name" | "readApiUrl">;

/** Returns the download URL of the site's Astro starter project. */
export function starterUrl(site: OfSite): string {
  const base = site.readApiUrl.replace(/\/api\/public\/cms\/[^/]*$/, "");
  return `${base}/api/public/starters/${site.id}/${folderOf(site)}.tgz`;
}

/** Returns commands that download the project, install its packages, and start its dev server. */
export function astroCommands(site: OfSite): string {
  return [
    `curl -fsSL ${quoteForShell(starterUrl(site))} | tar -xz`,
    `cd ${folderOf(site)}`,
    "npm install",
    "npm run dev",
  ].join("\n");
}

/** Returns a folder name derived from the site's name. */
function folderOf({ name }: OfSite): string {
  return makeSlug(name) || "site";
}
