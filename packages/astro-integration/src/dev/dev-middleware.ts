import type { MiddlewareHandler } from "astro";
import { contentHost } from "../store/content-host.ts";

/** Records the content that a page shows during development. */
export const onRequest: MiddlewareHandler = (context, next) => {
  const host = contentHost();
  const reads = host?.pageReads?.(context.url.pathname);
  if (!host || !reads) return next();
  return host.readApart(reads, async () => {
    const response = await next();
    // Pages render while they are sent, so reads are recorded here.
    if (!response.headers.get("content-type")?.startsWith("text/html")) return response;
    return new Response(await response.arrayBuffer(), response);
  });
};
