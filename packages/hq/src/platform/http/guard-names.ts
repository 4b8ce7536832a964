import { CmsError, isSiteId } from "@loam/cms-core";
import type { RequestHandler } from "express";

/** Maximum length in the URL: the longest slug with every byte escaped. */
const MAX_NAME = 800;
/** Limits of names that are always short. */
const MAX_LENGTHS: Readonly<Record<string, number>> = { ws: 64, commit: 64, n: 12 };

/** A segment of route paths and the segments that can follow it. */
interface Part {
  readonly literals: Map<string, Part>;
  readonly names: Map<string, Part>;
  isEnd: boolean;
}

/**
 * Rejects paths without a route, and names that cannot exist, before anything else happens. Express would match each
 * route's pattern, which is slow for long names.
 *
 * @param paths - paths of all routes, such as `/sites/{site}/keys/{id}`
 */
export function guardNames(paths: readonly string[]): RequestHandler {
  const start = newPart();
  for (const path of paths) addPath(start, path.slice(1).split("/"));
  return (request, _response, next) => {
    const names = request.path.slice(1).split("/", MAX_NAMES);
    const [area, site] = names;
    if (area === "sites" && site !== undefined && names.length > 1) requireSiteId(site);
    if (!fits(start, names, 0)) {
      throw new CmsError("not_found", "Not found.");
    }
    next();
  };
}

/** More than any route has. */
const MAX_NAMES = 32;

/** @throws CmsError `site_not_found` for text that isn't a site id, for all callers */
export function requireSiteId(text: string): void {
  if (!isSiteId(text)) throw new CmsError("site_not_found", "Site not found.");
}

function newPart(): Part {
  return { literals: new Map(), names: new Map(), isEnd: false };
}

function addPath(start: Part, parts: readonly string[]): void {
  let at = start;
  for (const part of parts) {
    const [, name] = /^\{(\w+)\}$/.exec(part) ?? [];
    const among = name === undefined ? at.literals : at.names;
    const key = name ?? part;
    const next = among.get(key) ?? newPart();
    among.set(key, next);
    at = next;
  }
  at.isEnd = true;
}

function fits({ literals, names, isEnd }: Part, parts: readonly string[], place: number): boolean {
  const part = parts[place];
  if (part === undefined) return isEnd;
  const literal = literals.get(part);
  if (literal !== undefined && fits(literal, parts, place + 1)) return true;
  if (part === "") return false;
  return [...names].some(
    ([name, next]) =>
      part.length <= (MAX_LENGTHS[name] ?? MAX_NAME) && fits(next, parts, place + 1),
  );
}
