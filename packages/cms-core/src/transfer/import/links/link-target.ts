/** What the address of a link says, before anything is looked up. */
export type LinkTarget =
  | { readonly kind: "outside" }
  | {
      readonly kind: "path";
      /** `/` at the beginning: from the site's root. */
      readonly path: string;
      /** With its `#`; empty when there is none. */
      readonly fragment: string;
    }
  | {
      /** By name: Jekyll's `post_url`, Hugo's `ref` and `relref`. */
      readonly kind: "name";
      readonly name: string;
      readonly fragment: string;
    }
  | {
      /** Zola's `@/blog/x.md`, Jekyll's `{% link _posts/x.md %}`, Astro's `~/assets/x.png`: from a root. */
      readonly kind: "content";
      readonly path: string;
      readonly fragment: string;
    };

const OUTSIDE = /^(?:[a-z][a-z0-9+.-]*:|\/\/|#|\?|$)/i;
const POST_URL = /\{%-?\s*post_url\s+["']?([^\s"'%]+)["']?\s*-?%\}/;
const JEKYLL_LINK = /\{%-?\s*link\s+["']?([^\s"'%]+)["']?\s*-?%\}/;
const HUGO_REF = /\{\{[<%]\s*(?:rel)?ref\s+(?:\w+\s*=\s*)?["'`]?([^\s"'`>%]+)["'`]?.*?[>%]\}\}/s;
/** `{{ site.baseurl }}/x` and `{{ "/x" | relative_url }}`. */
const BASE_URL =
  /^\{\{-?\s*(?:site\.(?:baseurl|url|github\.url)|\.Site\.BaseURL|site\.BaseURL)\s*-?\}\}/;
const URL_FILTER =
  /^\{\{-?\s*["']([^"']+)["']\s*\|\s*(?:(?:relative_url|absolute_url|url|relURL|absURL|escape|prepend:\s*site\.(?:baseurl|url))\s*\|?\s*)+-?\}\}/;
/** Hugo's functions: `{{ "/x" | relURL }}` as `{{ relURL "/x" }}`. */
const URL_FUNCTION = /^\{\{-?\s*(?:relURL|absURL)\s+["']([^"']+)["']\s*-?\}\}/;

/** Of an address that people write; no browser takes one that is much longer. */
const LONGEST = 2000;

/**
 * Reads the address of a link as Markdown, Jekyll, Hugo, Zola and Obsidian users write them.
 *
 * @param hosts of the site itself: an address there is one from its root
 */
export function parseLinkTarget(written: string, hosts: ReadonlySet<string>): LinkTarget {
  const target = withoutHost(written.trim(), hosts);
  if (target.length > LONGEST) return { kind: "outside" };
  const expression = target.includes("{") ? readExpression(target) : undefined;
  if (expression !== undefined) return expression;
  const plain = withoutBaseUrl(target);
  if (/^[@~]\//.test(plain)) return withFragment("content", plain.slice(2));
  if (OUTSIDE.test(plain) || plain.includes("{{") || plain.includes("{%"))
    return { kind: "outside" };
  return withFragment("path", plain);
}

/** `https://example.org/a`, `//example.org/a` → `/a`, where that is the site's own host. */
function withoutHost(target: string, hosts: ReadonlySet<string>): string {
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
  // A query belongs to a program, not to a file.
  if (query !== "" && !/\.\w+$/.test(path)) return { kind: "outside" };
  return { kind, path: decoded(path), fragment };
}

/** Percent signs decoded, in NFC; as it is where they are no valid UTF-8. */
function decoded(path: string): string {
  const unescaped = path.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1");
  try {
    return decodeURIComponent(unescaped).normalize("NFC");
  } catch {
    return unescaped.normalize("NFC");
  }
}

/** Anchors as GitHub and Astro make them from headings; block references have none. */
export function headingAnchor(fragment: string): string {
  const heading = fragment.replace(/^#+/, "").trim();
  if (heading === "" || heading.startsWith("^")) return "";
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "");
  return `#${words.replaceAll(/\s/g, "-")}`;
}

/** A fragment as written, with its percent signs decoded where they are valid. */
export function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
