import { DOCUSAURUS_CONFIG, MKDOCS_CONFIG, VITEPRESS_CONFIG } from "./ignored-files.ts";

/** Matches the file of a GitHub Pages domain. */
export const CNAME: RegExp = /^(?:(?:static|public|src)\/)?CNAME$/;

/** Matches Eleventy data files that contain the URL of the site by convention. */
export const SITE_DATA: RegExp = /^(?:.+\/)?_data\/(?:site|metadata|meta|config)\.json$/;

const ASTRO_CONFIG = /^astro\.config\.\w+$/;

/** Hosts of code and packages, which a package names as its homepage. */
const OF_CODE = /^https?:\/\/(?:www\.)?(?:github|gitlab|bitbucket|npmjs|codeberg)\.\w+/i;

/**
 * Returns the site's own URLs that files of its project contain, in addition to those that its generator's rules read.
 * Code is searched for texts, but never executed.
 */
export function findSiteUrls(configs: ReadonlyMap<string, string>): string[] {
  return [...configs].flatMap(([path, text]) => {
    const url = urlIn(path, text);
    return url === undefined || OF_CODE.test(url) ? [] : [url];
  });
}

function urlIn(path: string, text: string): string | undefined {
  if (CNAME.test(path)) return `https://${text.trim().split(/\s/)[0] ?? ""}`;
  if (ASTRO_CONFIG.test(path)) return urlOfKey(text, "site");
  if (DOCUSAURUS_CONFIG.test(path)) return urlOfKey(text, "url");
  if (VITEPRESS_CONFIG.test(path)) return urlOfKey(text, "hostname");
  if (MKDOCS_CONFIG.test(path)) return /^site_url:\s*["']?(https?:[^\s"']+)/m.exec(text)?.[1];
  if (path === "package.json") return urlOfMember(text, "homepage");
  return SITE_DATA.test(path) ? urlOfMember(text, "(?:base_?)?url") : undefined;
}

/** Returns the URL of a key in code, possibly behind a variable: `site: process.env.SITE ?? "https://…"`. */
function urlOfKey(text: string, key: string): string | undefined {
  const pattern = `(?:^|[{,(])\\s*${key}\\s*:[^,"'\`\\n]*["'\`](https?://[^"'\`\\s]+)["'\`]`;
  return new RegExp(pattern, "m").exec(text)?.[1];
}

function urlOfMember(json: string, key: string): string | undefined {
  return new RegExp(`"${key}"\\s*:\\s*"(https?://[^"\\s]+)"`, "i").exec(json)?.[1];
}
