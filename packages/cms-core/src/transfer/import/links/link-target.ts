import { decodePercent } from "../../../base/text.ts";

/** A parsed link target that isn't resolved yet. */
export type LinkTarget =
  | { readonly kind: "outside" }
  /** A page of the site with a query, whose meaning only its code knows. */
  | { readonly kind: "dynamic" }
  | {
      readonly kind: "path";
      /** A leading `/` means the site root. */
      readonly path: string;
      /** Includes the `#`; empty if there is none. */
      readonly fragment: string;
    }
  | {
      /** Link by name: Jekyll's `post_url`, Hugo's `ref` and `relref`. */
      readonly kind: "name";
      readonly name: string;
      readonly fragment: string;
    }
  | {
      /**
       * Link from a root: Zola's `@/blog/x.md`, Jekyll's `{% link _posts/x.md %}`, Astro's `~/assets/x.png`, Pelican's
       * `{static}/x.png`.
       */
      readonly kind: "content";
      readonly path: string;
      readonly fragment: string;
    };

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i;
const POST_URL = /\{%-?\s*post_url\s+["']?([^\s"'%]+)["']?\s*-?%\}/;
const JEKYLL_LINK = /\{%-?\s*link\s+["']?([^\s"'%]+)["']?\s*-?%\}/;
const HUGO_REF = /\{\{[<%]\s*(?:rel)?ref\s+(?:\w+\s*=\s*)?["'`]?([^\s"'`>%]+)["'`]?.*?[>%]\}\}/s;
/** Pelican: `{filename}x.md`, and `|filename|x.md` in older files. */
const PELICAN_FILE = /^(?:\{|%7B|\|)(?:filename|static|attach)(?:\}|%7D|\|)(\/*)([^]*)$/i;
/** `{{ site.baseurl }}/x` and `{{ "/x" | relative_url }}`. */
const BASE_URL =
  /^\{\{-?\s*(?:site\.(?:baseurl|url|github\.url)|\.Site\.BaseURL|site\.BaseURL)\s*-?\}\}/;
const URL_FILTER =
  /^\{\{-?\s*["']([^"']+)["']\s*\|\s*(?:(?:relative_url|absolute_url|url|relURL|absURL|escape|prepend:\s*site\.(?:baseurl|url))\s*\|?\s*)+-?\}\}/;
/** Hugo's functions: `{{ "/x" | relURL }}` as `{{ relURL "/x" }}`. */
const URL_FUNCTION = /^\{\{-?\s*(?:relURL|absURL)\s+["']([^"']+)["']\s*-?\}\}/;

/** Maximum length of a link target. Browsers don't accept much longer URLs. */
const MAX_LENGTH = 2000;

/**
 * Parses a link target in the notations of Markdown, Jekyll, Hugo, Zola, Obsidian, and Pelican.
 *
 * @param hosts hosts of the site itself; a URL with such a host is a path from the site root
 */
export function parseLinkTarget(written: string, hosts: ReadonlySet<string>): LinkTarget {
  const target = stripOwnHost(written.trim(), hosts);
  if (target.length > MAX_LENGTH) return { kind: "outside" };
  const [, root, file] = PELICAN_FILE.exec(target) ?? [];
  if (file !== undefined) return withFragment(root === "" ? "path" : "content", file);
  const expression = target.includes("{") ? readExpression(target) : undefined;
  if (expression !== undefined) return expression;
  const plain = withoutBaseUrl(target);
  if (/^[@~]\//.test(plain)) return withFragment("content", plain.slice(2));
  if (OUTSIDE.test(plain) || plain.includes("{{") || plain.includes("{%"))
    return { kind: "outside" };
  return withFragment("path", plain);
}

/** Removes the site's own host: `https://example.org/a` and `//example.org/a` become `/a`. */
function stripOwnHost(target: string, hosts: ReadonlySet<string>): string {
  const [, host = "", rest = ""] = /^(?:https?:)?\/\/([^/?#]+)([^]*)$/i.exec(target) ?? [];
  if (host === "" || !isOwnHost(host.toLowerCase(), hosts)) return target;
  return rest.startsWith("/") ? rest : `/${rest}`;
}

function isOwnHost(host: string, hosts: ReadonlySet<string>): boolean {
  return hosts.has(host) || hosts.has(`www.${host}`) || hosts.has(host.replace(/^www\./, ""));
}

function readExpression(target: string): LinkTarget | undefined {
  const fragment = /#[^\s{}]*$/.exec(target)?.[0] ?? "";
  const post = POST_URL.exec(target)?.[1];
  if (post !== undefined) return { kind: "name", name: post, fragment };
  const file = JEKYLL_LINK.exec(target)?.[1];
  if (file !== undefined) return { kind: "content", path: file.replace(/^\//, ""), fragment };
  const ref = HUGO_REF.exec(target)?.[1];
  if (ref === undefined) return undefined;
  const [name = "", anchor] = ref.split("#");
  return { kind: "name", name, fragment: anchor === undefined ? fragment : `#${anchor}` };
}

function withoutBaseUrl(target: string): string {
  const filtered = URL_FILTER.exec(target) ?? URL_FUNCTION.exec(target);
  if (filtered !== null) {
    return (filtered[1] ?? "").replace(/^(?=[^/])/, "/") + target.slice(filtered[0].length);
  }
  let plain = target;
  while (BASE_URL.test(plain)) plain = plain.replace(BASE_URL, "");
  return plain;
}

function withFragment(kind: "path" | "content", target: string): LinkTarget {
  const [, path = "", query = "", fragment = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(target) ?? [];
  // A query means dynamic content, not a file.
  if (query !== "" && !/\.\w+$/.test(path)) return { kind: "dynamic" };
  return { kind, path: decodePath(path), fragment };
}

/** Decodes percent signs and normalizes to NFC. Returns invalid UTF-8 unchanged. */
function decodePath(path: string): string {
  const unescaped = path.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  return decodePercent(unescaped).normalize("NFC");
}

/** Returns the anchor that GitHub and Astro generate for a heading. Block references have none. */
export function headingAnchor(fragment: string): string {
  const heading = fragment.replace(/^#+/, "").trim();
  if (heading === "" || heading.startsWith("^")) return "";
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "");
  return `#${words.replaceAll(/\s/g, "-")}`;
}
