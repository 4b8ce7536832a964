import type { FoundLink } from "../../../markdown/scan-links.ts";
import type { Resolved } from "./resolve-link.ts";

/** A link of a body with what it leads to. */
export interface BodyLink {
  readonly found: FoundLink;
  readonly resolved: Resolved;
}

export interface RewriteOptions {
  /** Id of the entry that a file became. */
  readonly entryId: (path: string) => string | undefined;
  /** Id of the media record that a file became; undefined when it was refused. */
  readonly mediaId: (path: string) => string | undefined;
}

/** A body with every link that leads to something imported rewritten; every other byte is kept. */
export function rewriteBody(
  body: string,
  links: readonly BodyLink[],
  options: RewriteOptions,
): { readonly body: string; readonly unresolved: readonly BodyLink[] } {
  const unresolved: BodyLink[] = [];
  const parts: string[] = [];
  let last = 0;
  for (const link of links) {
    const { found, resolved } = link;
    if (resolved.kind === "outside") continue;
    const address = newAddress(found, resolved, options);
    if (address === undefined) unresolved.push(link);
    else {
      parts.push(body.slice(last, found.start), address);
      last = found.end;
    }
  }
  return { body: last === 0 ? body : parts.join("") + body.slice(last), unresolved };
}

function newAddress(
  found: FoundLink,
  resolved: Exclude<Resolved, { kind: "outside" }>,
  { entryId, mediaId }: RewriteOptions,
): string | undefined {
  const isWiki = found.kind === "wiki" || found.kind === "wiki-embed";
  if (resolved.kind === "missing" || resolved.kind === "code") return undefined;
  if (resolved.kind === "asset") {
    const id = mediaId(resolved.path);
    if (id === undefined) return undefined;
    return isWiki ? wikiMedia(found, `media:${id}`, resolved.path) : `media:${id}`;
  }
  const id = entryId(resolved.path);
  if (id === undefined) return undefined;
  if (!isWiki) return `entry:${id}${resolved.fragment}`;
  return `[${wikiText(found)}](entry:${id}${headingAnchor(resolved.fragment)})`;
}

/** `[[Note#Part|alias]]` shows the alias, or "Note > Part" as Obsidian does. */
function wikiText({ text, target }: FoundLink): string {
  const shown =
    text === ""
      ? target
          .split("#")
          .filter((part) => part !== "")
          .join(" > ")
      : text;
  return shown.replaceAll(/[[\]\\]/g, String.raw`\$&`);
}

function wikiMedia(found: FoundLink, address: string, path: string): string {
  // Obsidian's `|300` and `|300x200` are sizes.
  const alt = /^\d+(?:x\d+)?$/.test(found.text) ? "" : found.text;
  const escaped = alt.replaceAll(/[[\]\\]/g, String.raw`\$&`);
  const isImage = /\.(?:jpe?g|a?png|webp|avif|gif)$/i.test(path);
  if (found.kind === "wiki-embed" && isImage) return `![${escaped}](${address})`;
  return `[${escaped === "" ? path.slice(path.lastIndexOf("/") + 1) : escaped}](${address})`;
}

/** Anchors as GitHub and Astro make them from headings; block references have none. */
function headingAnchor(fragment: string): string {
  const heading = fragment.replace(/^#+/, "").trim();
  if (heading === "" || heading.startsWith("^")) return "";
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "");
  return `#${words.replaceAll(/\s/g, "-")}`;
}
