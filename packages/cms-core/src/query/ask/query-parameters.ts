import { CmsError } from "../../base/errors.ts";

/** Every parameter that the read API knows; one that is given twice is an error. */
const KNOWN_PARAMETERS: ReadonlySet<string> = new Set([
  "limit",
  "offset",
  "orders",
  "fields",
  "filters",
  "q",
  "ids",
  "depth",
  "draftKey",
  "at",
  "profile",
]);

/** The values of the known parameters that are there and not empty. */
export type QueryParameters = ReadonlyMap<string, string>;

/**
 * Reads the query part of a URL, without its `?`. `+` is a space; an empty value counts as absent;
 * parameters that nobody knows are ignored (contracts, section 4).
 *
 * @throws CmsError `invalid_encoding` for broken percent-encoding or UTF-8, `duplicate_parameter`.
 */
export function parseQueryString(query: string): QueryParameters {
  const parameters = new Map<string, string>();
  const seen = new Set<string>();
  for (const pair of query.split("&")) {
    const mark = pair.indexOf("=");
    const name = decode(mark === -1 ? pair : pair.slice(0, mark));
    const value = mark === -1 ? "" : decode(pair.slice(mark + 1));
    if (!KNOWN_PARAMETERS.has(name)) continue;
    if (seen.has(name)) throw duplicate(name);
    seen.add(name);
    if (value !== "") parameters.set(name, value);
  }
  return parameters;
}

/** The draft key that is given. Clients print an unset one as `null` or `undefined`: both mean none. */
export function draftKeyOf(parameters: QueryParameters): string | undefined {
  const key = parameters.get("draftKey");
  return key === "null" || key === "undefined" ? undefined : key;
}

function decode(text: string): string {
  if (!text.includes("%") && !text.includes("+")) return text;
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch (cause) {
    throw new CmsError("invalid_encoding", "The query is not valid percent-encoded UTF-8.", {
      cause,
    });
  }
}

function duplicate(name: string): CmsError {
  return new CmsError("duplicate_parameter", `${name} is given more than once.`, {
    details: { param: name },
  });
}
