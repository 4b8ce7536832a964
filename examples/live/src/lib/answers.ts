/**
 * Cache lifetime of a page in seconds, unless HQ reports a publish of its content. After that, a stale page is served
 * for up to a day while it is regenerated, so the site outlives HQ.
 */
export const KEPT = { maxAge: 3600, swr: 86_400 };

/** Returns the error response: not found, or HQ unavailable. Neither is cached. */
export function failed(error?: Error): Response {
  const isMissing = error?.name === "LiveEntryNotFoundError";
  return new Response(isMissing ? "Page not found." : "The site is temporarily unavailable.", {
    status: isMissing ? 404 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
