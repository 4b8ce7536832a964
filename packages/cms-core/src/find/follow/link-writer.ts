import type { DatabaseSync } from "node:sqlite";
import type { FactLink } from "../schema/version-facts.ts";

/** Writes what a row of `entries` (live = 0) or of `ledger` (live = 1) points to. */
export interface LinkWriter {
  readonly put: (source: number, links: readonly FactLink[]) => void;
  /** Drops exactly what was put. */
  readonly drop: (source: number, links: readonly FactLink[]) => void;
}

export function createLinkWriter(database: DatabaseSync, live: 0 | 1): LinkWriter {
  const add = database.prepare("INSERT INTO links VALUES (?, ?, ?, ?)");
  const remove = database.prepare("DELETE FROM links WHERE target = ? AND live = ? AND source = ?");
  return {
    put: (source, links) => {
      for (const [target, field] of links) add.run(target, live, source, field);
    },
    drop: (source, links) => {
      for (const [target] of links) remove.run(target, live, source);
    },
  };
}

/** Links as a row keeps them. */
export function printLinks(links: readonly FactLink[]): string | null {
  return links.length === 0 ? null : JSON.stringify(links);
}

/** @param text what `printLinks` made */
export function parseLinks(text: unknown): readonly FactLink[] {
  const links: unknown = typeof text === "string" ? JSON.parse(text) : [];
  return Array.isArray(links) ? links.filter(isLink) : [];
}

function isLink(link: unknown): link is FactLink {
  return Array.isArray(link) && typeof link[0] === "string" && typeof link[1] === "string";
}
