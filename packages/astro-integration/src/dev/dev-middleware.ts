import type { MiddlewareHandler } from "astro";
import { contentHost } from "../store/content-host.ts";

/** Notes what a page shows, while developing. */
export const onRequest: MiddlewareHandler = (context, next) => {
  const host = contentHost();
  const reads = host?.pageReads?.(context.url.pathname);
  if (!host || !reads) return next();
  return host.readApart(reads, async () => {
    const response = await next();
    // A page is rendered while it is sent: within these notes, so here.
    if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
    return new Response(await response.arrayBuffer(), response);
  });
};
