/** Returns the path to open after signing in. Always a path of the dashboard, whatever the URL requests. */
export function returnPath(text: string | null): string {
  if (text === null || !/^\/(?![/\\])[^\p{Cc}\\]*$/u.test(text)) return "/";
  const url = URL.parse(text, location.origin);
  if (url === null || url.origin !== location.origin || url.pathname === "/sign-in") return "/";
  return url.pathname + url.search + url.hash;
}
