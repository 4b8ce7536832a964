import type { Site } from "../api/sites.ts";
import { makeSlug } from "../shell/make-slug.ts";
import { shellWord } from "./shell-words.ts";

type OfSite = Pick<Site, "id" | "name" | "readApiUrl">;

/** Where HQ hands out an Astro project for the site. */
export function starterAddress(site: OfSite): string {
  const base = site.readApiUrl.replace(/\/api\/public\/cms\/[^/]*$/, "");
  return `${base}/api/public/starters/${site.id}/${folderOf(site)}.tgz`;
}

/** The project, its packages, and a server that shows it. */
export function astroCommands(site: OfSite): string {
  return [
    `curl -fsSL ${shellWord(starterAddress(site))} | tar -xz`,
    `cd ${folderOf(site)}`,
    "npm install",
    "npm run dev",
  ].join("\n");
}

/** The name of the site, as a folder can have it. */
function folderOf({ name }: OfSite): string {
  return makeSlug(name) || "site";
}
