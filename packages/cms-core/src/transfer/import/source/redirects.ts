import { isCmsError } from "../../../base/errors.ts";
import { type YamlValue, readYaml } from "../../../yaml/yaml.ts";

/** A rule of a site: an old address, in which `:name` and a final `*` stand for anything, and the new one. */
export interface Redirect {
  /** The parts of the old address. */
  readonly source: readonly string[];
  readonly destination: string;
}

/** Where hosts and frameworks keep their redirects: Netlify's and Cloudflare's lines, or JSON. */
export const REDIRECT_FILES: RegExp =
  /^(?:(?:public|static|src)\/)?(?:_redirects|redirects\.json|vercel\.json)$/;
const MAX_HOPS = 5;

/** The redirects in the files of a site; a file that cannot be read has none. */
export function readRedirects(configs: ReadonlyMap<string, string>): Redirect[] {
  const redirects = [...configs]
    .filter(([path]) => REDIRECT_FILES.test(path))
    .flatMap(([path, text]) => (path.endsWith(".json") ? fromJson(text, path) : fromLines(text)));
  // What fits every address says nothing of any: it is for an error page, or for one program that is the site.
  return redirects.filter(({ source }) => source.some((part) => !/^[:*]/.test(part)));
}

/** `/old/* /new/:splat 301`; with another number than 3xx it shows a page in place of another. */
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
  // On a condition, such as the host: not for every address.
  if (value.has("has") || value.has("missing")) return;
  if (typeof source === "string" && typeof destination === "string")
    yield { source: partsOf(source), destination };
  else for (const inner of value.values()) yield* redirectsIn(inner);
}

/** The address that an old one leads to in the end; undefined where no rule knows it. */
export function followRedirects(
  address: string,
  redirects: readonly Redirect[],
): string | undefined {
  let found: string | undefined;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const next = firstDestination(partsOf(found ?? address), redirects);
    if (next === undefined || !next.startsWith("/")) return next ?? found;
    found = next;
  }
  return found;
}

function firstDestination(
  address: readonly string[],
  redirects: readonly Redirect[],
): string | undefined {
  for (const redirect of redirects) {
    const destination = destinationOf(address, redirect);
    if (destination !== undefined) return destination;
  }
  return undefined;
}

/** Part by part, without an expression made of what a file says: that could take for ever. */
function destinationOf(
  given: readonly string[],
  { source: wanted, destination }: Redirect,
): string | undefined {
  const last = /^(?:\*|:(\w+)\*)$/.exec(wanted.at(-1) ?? "");
  const plain = last === null ? wanted : wanted.slice(0, -1);
  if (last === null ? given.length !== plain.length : given.length < plain.length) return undefined;
  const fits = plain.every((part, index) => {
    return part.startsWith(":") || part.toLowerCase() === given[index]?.toLowerCase();
  });
  if (!fits) return undefined;
  const names = plain.map((part, index): [string, string] => [part.slice(1), given[index] ?? ""]);
  const rest: [string, string] = [last?.[1] ?? "splat", given.slice(plain.length).join("/")];
  return filled(destination, new Map([...names, rest]));
}

function partsOf(address: string): string[] {
  return address.split("/").filter((part) => part !== "");
}

function filled(destination: string, values: ReadonlyMap<string, string>): string {
  return destination.replaceAll(
    /(?<=\/):(\w+)\*?/g,
    (all, name: string) => values.get(name) ?? all,
  );
}
