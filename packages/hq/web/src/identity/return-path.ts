/** Where a person goes after signing in: a path of the editor, whatever the address asked for. */
export function returnPath(text: string | null): string {
  if (text === null || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)) return "/";
  const url = URL.parse(text, location.origin);
  if (url === null || url.origin !== location.origin || url.pathname === "/sign-in") return "/";
  return url.pathname + url.search + url.hash;
}
