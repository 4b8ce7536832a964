/**
 * For how many seconds a page is kept, unless HQ says before that something on it was published. After that whoever comes first still gets it while it
 * is made anew, for a day: a site does not end with HQ.
 */
export const KEPT = { maxAge: 3600, swr: 86_400 };

/** What a visitor is told where there is no page: that there is none, or that HQ does not answer. Neither is kept. */
export function failed(error?: Error): Response {
  const isMissing = error?.name === "LiveEntryNotFoundError";
  return new Response(isMissing ? "There is no such page." : "The site cannot be read just now.", {
    status: isMissing ? 404 : 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
