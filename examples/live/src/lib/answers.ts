/**
 * How many seconds a page is cached, unless a webhook clears it earlier. For another day, visitors get the old page while it's rendered again, so the site
 * survives if HQ is down.
 */
export const KEPT = { maxAge: 3600, swr: 86_400 };

/** The response if there is no page, or if HQ doesn't respond. It isn't cached. */
export function failed(error?: Error): Response {
  const isMissing = error?.name === "LiveEntryNotFoundError";
  return new Response(isMissing ? "Page not found." : "The site is temporarily unavailable.", {
    status: isMissing ? 404 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
