import type { RequestListener } from "node:http";

/** Returns the path of the base URL without a trailing slash: empty, or `/cms`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, "");
}

/**
 * Serves a listener below the path of the base URL. Proxies either keep or strip that path. Both work, so all code
 * behind this sees paths without it.
 */
export function belowBasePath(baseUrl: string, listener: RequestListener): RequestListener {
  const basePath = basePathOf(baseUrl);
  if (basePath === "") return listener;
  return (request, response) => {
    const { url = "" } = request;
    const rest = url.slice(basePath.length);
    if (url.startsWith(basePath) && /^(?:[/?]|$)/.test(rest)) {
      request.url = rest.startsWith("/") ? rest : `/${rest}`;
    }
    listener(request, response);
  };
}
