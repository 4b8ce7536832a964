import type { RequestListener } from "node:http";

/** The path of a base address, without a slash at its end: empty, or `/cms`. */
export function basePathOf(baseUrl: string): string {
  return new URL(baseUrl).pathname.replace(/\/+$/, "");
}

/**
 * Serves a listener below the path of the base address. Proxies pass that path on, or take it off: both are answered, so
 * everything behind this knows addresses without it.
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
