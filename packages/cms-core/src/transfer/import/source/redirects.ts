import { isCmsError } from "../../../base/errors.ts";
import { type YamlValue, readYaml } from "../../../yaml/yaml.ts";

/** A redirect from an old URL path, in which `:name` and a final `*` match anything, to a new one. */
export interface Redirect {
  /** Parts of the old URL path. */
  readonly source: readonly string[];
  readonly destination: string;
}

/** Matches redirect files of hosts and frameworks: those of Netlify and Cloudflare, or JSON. */
export const REDIRECT_FILES: RegExp =
  /^(?:(?:public|static|src)\/)?(?:_redirects|redirects\.json|vercel\.json)$/;
const MAX_HOPS = 5;

/** Reads the redirects in a site's files. Unreadable files are skipped. */
export function readRedirects(configs: ReadonlyMap<string, string>): Redirect[] {
  const redirects = [...configs]
    .filter(([path]) => REDIRECT_FILES.test(path))
    .flatMap(([path, text]) => (path.endsWith(".json") ? fromJson(text, path) : fromLines(text)));
  // Rules that match every path are for error pages or single-page apps.
  return redirects.filter(({ source }) => source.some((part) => !/^[:*]/.test(part)));
}

/** Parses lines such as `/old/* /new/:splat 301`. Status codes other than 3xx are rewrites, not redirects. */
function fromLines(text: string): Redirect[] {
  return text.split("\n").flatMap((line) => {
    const [source = "", destination = "", status = "301"] = line.trim().split(/\s+/);
    const isRule = source.startsWith("/") && destination !== "" && /^3\d\d!?$/.test(status);
    return isRule ? [{ source: partsOf(source), destination }] : [];
  });
}

function fromJson(text: string, path: string): Redirect[] {
  try {
    return [...redirectsIn(readYaml(text, { path, firstLine: 1 }))];
  } catch (error) {
    if (isCmsError(error)) return [];
    throw error;
  }
}

function* redirectsIn(value: YamlValue): Generator<Redirect> {
  if (typeof value === "string") return;
  if (!(value instanceof Map)) {
    for (const item of value) yield* redirectsIn(item);
    return;
  }
  const [source, destination] = [value.get("source"), value.get("destination")];
  // A conditional rule, such as one for a host, doesn't apply to every URL.
  if (value.has("has") || value.has("missing")) return;
  if (typeof source === "string" && typeof destination === "string")
    yield { source: partsOf(source), destination };
  else for (const inner of value.values()) yield* redirectsIn(inner);
}

/** Follows redirects to the final target; undefined if no rule matches. */
export function followRedirects(
  urlPath: string,
  redirects: readonly Redirect[],
): string | undefined {
  let found: string | undefined;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const next = firstDestination(partsOf(found ?? urlPath), redirects);
    if (next === undefined || !next.startsWith("/")) return next ?? found;
    found = next;
  }
  return found;
}

function firstDestination(
  urlPath: readonly string[],
  redirects: readonly Redirect[],
): string | undefined {
  for (const redirect of redirects) {
    const destination = destinationOf(urlPath, redirect);
    if (destination !== undefined) return destination;
  }
  return undefined;
}

/** Matches part by part instead of building a regular expression from untrusted text, which could backtrack forever. */
function destinationOf(
  actual: readonly string[],
  { source: wanted, destination }: Redirect,
): string | undefined {
  const last = /^(?:\*|:(\w+)\*)$/.exec(wanted.at(-1) ?? "");
  const plain = last === null ? wanted : wanted.slice(0, -1);
  if (last === null ? actual.length !== plain.length : actual.length < plain.length)
    return undefined;
  const fits = plain.every((part, index) => {
    return part.startsWith(":") || part.toLowerCase() === actual[index]?.toLowerCase();
  });
  if (!fits) return undefined;
  const names = plain.map((part, index): [string, string] => [part.slice(1), actual[index] ?? ""]);
  const rest: [string, string] = [last?.[1] ?? "splat", actual.slice(plain.length).join("/")];
  return fillParameters(destination, new Map([...names, rest]));
}

function partsOf(urlPath: string): string[] {
  return urlPath.split("/").filter((part) => part !== "");
}

function fillParameters(destination: string, values: ReadonlyMap<string, string>): string {
  return destination.replaceAll(
    /(?<=\/):(\w+)\*?/g,
    (all, name: string) => values.get(name) ?? all,
  );
}
