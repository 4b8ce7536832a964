const BASE = "http://here.invalid";

/**
 * Returns the path, query, and fragment of a URL on the same site. Undefined for text that a browser could read as
 * another site or as several header lines.
 */
export function localPath(text: string): string | undefined {
  // Browsers treat a backslash as a slash and ignore tabs and line breaks.
  if (!/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)) return undefined;
  const url = URL.parse(text, BASE);
  if (url === null || url.origin !== BASE || url.pathname.startsWith("//")) return undefined;
  return url.pathname + url.search + url.hash;
}
