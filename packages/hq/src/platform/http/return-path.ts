/**
 * Where a person is sent after signing in: a path of this server, whatever was asked for (AUT-15).
 * What a browser would read as another place, or as two lines of a header, becomes `/`.
 */
export function returnPath(text: string | undefined): string {
  const base = "http://here.invalid";
  // Browsers read a backslash as a slash, and leave out tabs and line ends.
  if (text === undefined || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)) return "/";
  const url = URL.parse(text, base);
  if (url === null || url.origin !== base || url.pathname.startsWith("//")) return "/";
  return url.pathname + url.search + url.hash;
}
