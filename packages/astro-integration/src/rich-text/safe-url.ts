const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "tel:"]);
const IMAGE_SCHEMES = new Set(["http:", "https:"]);

/** Browsers skip these before and inside a scheme: `java\nscript:` runs. */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const SKIPPED = /[\u0000-\u0020\u007F-\u009F\u00AD\u200B-\u200F\u2028\u2029\uFEFF]/g;

/** `url` when a link may lead there: http, https, mailto, tel, or relative. */
export function safeLink(url: string): string | undefined {
  return allowed(url, LINK_SCHEMES);
}

/** `url` when an image may come from there: http, https, or relative. */
export function safeImage(url: string): string | undefined {
  return allowed(url, IMAGE_SCHEMES);
}

function allowed(url: string, schemes: ReadonlySet<string>): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url.replaceAll(SKIPPED, ""))?.[0].toLowerCase();
  return scheme === undefined || schemes.has(scheme) ? url.trim() : undefined;
}
