import { type MediaRecord, publishedType } from "../model/media.ts";
import type { EntryTemplate, FilledHole, Hole } from "./entry-template.ts";
import { mediaFilePath, publicAddress } from "./public-paths.ts";

/** Data that fills the holes of a template: the live site at one commit. */
export interface RenderScope {
  /** Returns the template of a live entry; undefined for any other id. */
  template(id: string): Pick<EntryTemplate, "parts"> | undefined;
  /** Returns the media object as JSON; undefined if the record doesn't exist. */
  mediaJson(id: string, alt: string | undefined): string | undefined;
  /** Returns the public URL of the binary. */
  mediaUrl(id: string): string | undefined;
  /** Returns the public URL path of a live entry, for links in rich text. */
  entryUrl(id: string): string | undefined;
}

/**
 * Renders the published JSON of an entry. References are expanded one level, to the published JSON of the referenced
 * entry, whose own references are `{"id"}`. A reference to an entry that isn't live is also `{"id"}`. A link in rich
 * text to something that isn't live stays unchanged.
 */
export function renderEntry(template: EntryTemplate, scope: RenderScope): string {
  return joinTemplate(template, (hole) => fillExpanded(hole, scope));
}

/** Like `renderEntry`, but also returns the ranges of the filled holes. */
export function renderWithHoles(
  template: EntryTemplate,
  scope: RenderScope,
): { readonly json: string; readonly holes: readonly FilledHole[] } {
  const holes: FilledHole[] = [];
  let json = "";
  for (const part of template.parts) {
    const start = json.length;
    json += typeof part === "string" ? part : fillExpanded(part, scope);
    if (typeof part !== "string") holes.push({ ...part, start, end: json.length });
  }
  return { json, holes };
}

function fillExpanded(hole: Hole, scope: RenderScope): string {
  if (hole.kind !== "reference") return fillHole(hole, scope);
  const target = scope.template(hole.id);
  return target === undefined
    ? idOnly(hole.id)
    : joinTemplate(target, (inner) => fillHole(inner, scope));
}

function joinTemplate(
  template: Pick<EntryTemplate, "parts">,
  filled: (hole: Hole) => string,
): string {
  let json = "";
  for (const part of template.parts) json += typeof part === "string" ? part : filled(part);
  return json;
}

function fillHole(hole: Hole, scope: RenderScope): string {
  switch (hole.kind) {
    case "reference":
      return idOnly(hole.id);
    case "media":
      return scope.mediaJson(hole.id, hole.alt) ?? idOnly(hole.id);
    case "mediaUrl":
      return insideString(`${scope.mediaUrl(hole.id) ?? `media:${hole.id}`}${hole.fragment}`);
    case "entryUrl":
      return insideString(`${scope.entryUrl(hole.id) ?? `entry:${hole.id}`}${hole.fragment}`);
  }
}

function idOnly(id: string): string {
  return JSON.stringify({ id });
}

function insideString(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Public URL and id of a site. */
export interface PublicPlace {
  /** `{public_storage_url}/{site_id}`, without a trailing slash. */
  readonly publicUrl: string;
  readonly siteId: string;
}

export interface RenderMediaOptions extends PublicPlace {
  /** Overrides the record's alt text. */
  readonly alt?: string | undefined;
}

/**
 * Renders the specification's media object as compact JSON. `width` and `height` are omitted if the file isn't an
 * image; `alt` and `variants` are always present. `thumbHash`, `dominantColor`, and `focalPoint` follow if the record
 * has them.
 */
export function renderMedia(record: MediaRecord, options: RenderMediaOptions): string {
  const { publicUrl, siteId } = options;
  return JSON.stringify({
    id: record.id,
    url: publicAddress(publicUrl, mediaFilePath(record)),
    object_key: `${siteId}/${mediaFilePath(record)}`,
    filename: record.filename,
    mime_type: publishedType(record.mimeType),
    byte_size: record.byteSize,
    width: record.width,
    height: record.height,
    alt: options.alt ?? record.alt,
    variants: record.variants.map((variant) => ({
      width: variant.width,
      format: variant.format,
      url: publicAddress(publicUrl, mediaFilePath(record, variant)),
    })),
    thumbHash: record.thumbHash,
    dominantColor: record.dominantColor,
    focalPoint: record.focalPoint,
  });
}
