import type { MediaRecord } from "../../model/media.ts";
import { mergeWhole } from "../entry/merge-keys.ts";
import type { Merged } from "../sequence/conflict.ts";

/**
 * Merges two versions of a media record. What describes the binary goes together: a replaced picture
 * comes with its size and variants, and two different replacements are one conflict, of `sha256`.
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
  const merge = (path: "filename" | "alt"): Merged<string> =>
    mergeWhole(path, { base: base?.[path] ?? "", ours: ours[path], theirs: theirs[path] });
  const [filename, alt] = [merge("filename"), merge("alt")];
  const folder = mergeWhole("folder", {
    base: base?.folder,
    ours: ours.folder,
    theirs: theirs.folder,
  });
  const focalPoint = mergeWhole("focalPoint", {
    base: base?.focalPoint,
    ours: ours.focalPoint,
    theirs: theirs.focalPoint,
  });
  const createdAt = ours.createdAt < theirs.createdAt ? ours.createdAt : theirs.createdAt;
  const merged = {
    ...(binary.merged ?? binaryOf(ours)),
    id: ours.id,
    filename: filename.merged,
    alt: alt.merged,
    ...(folder.merged === undefined ? {} : { folder: folder.merged }),
    ...(focalPoint.merged === undefined ? {} : { focalPoint: focalPoint.merged }),
    createdAt: base?.createdAt === ours.createdAt ? theirs.createdAt : createdAt,
  };
  const replaced = binary.conflicts.map(({ path }) => ({
    path,
    base: base?.sha256,
    ours: ours.sha256,
    theirs: theirs.sha256,
  }));
  return {
    merged,
    conflicts: [
      ...replaced,
      ...filename.conflicts,
      ...alt.conflicts,
      ...folder.conflicts,
      ...focalPoint.conflicts,
    ],
  };
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
