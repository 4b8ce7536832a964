import type { MediaRecord } from "../../model/media.ts";
import type { SiteConfig, SiteMediaRules } from "../../model/site.ts";
import {
  type Merged,
  mergeMembers,
  mergeNamed,
  mergeWhole,
  type Versions,
} from "../sequence/conflict.ts";

type Texts = Readonly<Record<string, string>>;

/** Merges `site.yml`: the name, the time zone, the folder and route of each type, and the rule for SVG. */
export function mergeSite({
  base,
  ours,
  theirs,
}: {
  readonly base: SiteConfig | undefined;
  readonly ours: SiteConfig;
  readonly theirs: SiteConfig;
}): Merged<SiteConfig> {
  const before = { id: ours.id, name: "", ...base };
  const head = mergeMembers<SiteConfig>({ base: before, ours, theirs }, ["id", "name", "timeZone"]);
  const paths = mergeTexts("paths", {
    base: base?.paths ?? {},
    ours: ours.paths,
    theirs: theirs.paths,
  });
  const routes = mergeTexts("routes", {
    base: base?.routes ?? {},
    ours: ours.routes,
    theirs: theirs.routes,
  });
  const media = mergeMedia({ base: base?.media, ours: ours.media, theirs: theirs.media });
  const { media: _, ...rest } = head.merged;
  const merged = { ...rest, paths: paths.merged, routes: routes.merged };
  return {
    merged: media.merged === undefined ? merged : { ...merged, media: media.merged },
    conflicts: [head, paths, routes, media].flatMap(({ conflicts }) => conflicts),
  };
}

function mergeMedia({
  base,
  ours,
  theirs,
}: Versions<SiteMediaRules | undefined>): Merged<SiteMediaRules | undefined> {
  const versions = { base: base?.svg, ours: ours?.svg, theirs: theirs?.svg };
  const { merged, conflicts } = mergeWhole("media.svg", versions);
  return { merged: merged === undefined ? undefined : { svg: merged }, conflicts };
}

function mergeTexts(path: string, { base, ours, theirs }: Versions<Texts>): Merged<Texts> {
  const versions = { base: mapOf(base), ours: mapOf(ours), theirs: mapOf(theirs) };
  const { merged, conflicts } = mergeNamed(versions, (name, values) =>
    mergeWhole(`${path}.${name}`, values),
  );
  return { merged: Object.fromEntries(merged), conflicts };
}

function mapOf(texts: Texts): Map<string, string> {
  return new Map(Object.entries(texts));
}

/**
 * Merges two versions of a media record. The properties of the binary belong together: a replaced image comes with its
 * size and variants, and two different replacements are a single conflict of `sha256`.
 */
export function mergeMediaRecords({
  base,
  ours,
  theirs,
}: {
  readonly base: MediaRecord | undefined;
  readonly ours: MediaRecord;
  readonly theirs: MediaRecord;
}): Merged<MediaRecord> {
  const binary = mergeWhole("sha256", {
    base: base === undefined ? undefined : binaryOf(base),
    ours: binaryOf(ours),
    theirs: binaryOf(theirs),
  });
  const createdAt = ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt;
  const before = { filename: "", alt: "", ...base };
  const { merged, conflicts } = mergeMembers<MediaRecord>(
    { base: before, ours, theirs },
    ["filename", "alt", "folder", "focalPoint"],
    {
      into: {
        ...(binary.merged ?? binaryOf(ours)),
        id: ours.id,
        filename: ours.filename,
        alt: ours.alt,
        createdAt: base?.createdAt === ours.createdAt ? theirs.createdAt : createdAt,
      },
    },
  );
  const replaced = binary.conflicts.map(({ path }) => ({
    path,
    base: base?.sha256,
    ours: ours.sha256,
    theirs: theirs.sha256,
  }));
  return { merged, conflicts: [...replaced, ...conflicts] };
}

type Binary = Omit<MediaRecord, "id" | "filename" | "alt" | "createdAt" | "folder" | "focalPoint">;

function binaryOf({
  id: _id,
  filename: _filename,
  alt: _alt,
  createdAt: _createdAt,
  folder: _folder,
  focalPoint: _focalPoint,
  ...binary
}: MediaRecord): Binary {
  return binary;
}
