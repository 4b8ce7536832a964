import { CmsError, isSiteId } from "@loam/cms-core";
import type { RequestHandler } from "express";

/** As it is sent: a slug of the longest kind, of which each byte is escaped. */
const MAX_NAME = 800;
/** Of names that are never so long. */
const MAX_LENGTHS: Readonly<Record<string, number>> = { ws: 64, commit: 64, n: 12 };

/** A part of the addresses of routes, and what may follow it. */
interface Part {
  readonly literals: Map<string, Part>;
  readonly names: Map<string, Part>;
  isEnd: boolean;
}

/**
 * Refuses addresses that no route has, and names that can name nothing, before anything else is done for a request.
 * Express would try the pattern of each route on them, which takes long for long names.
 *
 * @param paths - of all routes, as `/sites/{site}/keys/{id}`
 */
export function guardNames(paths: readonly string[]): RequestHandler {
  const start = newPart();
  for (const path of paths) addPath(start, path.slice(1).split("/"));
  return (request, _response, next) => {
    const names = request.path.slice(1).split("/", MOST_NAMES);
    const [area, site] = names;
    if (area === "sites" && site !== undefined && names.length > 1) requireSiteId(site);
    if (!fits(start, names, 0)) {
      throw new CmsError("not_found", "Not found.");
    }
    next();
  };
}

/** More than any route has. */
const MOST_NAMES = 32;

/** @throws CmsError `site_not_found` for a text that is the id of no site, whoever asks */
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
