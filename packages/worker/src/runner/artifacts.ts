import { type Dirent, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Run } from "./runner.ts";

/** A file that a run left to be taken. */
export interface Artifact {
  /** From the run's directory. */
  readonly path: string;
  readonly byteSize: number;
}

/** Which run, and where it worked. */
type Place = Pick<Run, "id" | "workDir">;

const MOST = 1000;

/**
 * What a run left in `.loam/artifacts/<its id>` of its directory, which it knows by `$LOAM_RUN`. Links are not followed,
 * and not listed.
 */
export function listArtifacts(run: Place): readonly Artifact[] {
  const found: Artifact[] = [];
  for (const artifact of walkArtifacts(run)) {
    if (found.push(artifact) === MOST) break;
  }
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** How much the artifacts of a run take together. */
export function artifactBytes(run: Place): number {
  let bytes = 0;
  for (const { byteSize } of walkArtifacts(run)) bytes += byteSize;
  return bytes;
}

/**
 * Removes the artifacts of a run, and of the folders above them those that are empty then, with the directory itself
 * where it was made for this run alone. Nothing is removed behind a link that stands in the place of one of these
 * folders: it may lead anywhere.
 */
export function removeArtifacts({ id, workDir }: Place): void {
  if (workDir === null) return;
  const all = join(workDir, ".loam/artifacts");
  if (isRealFolder(dirname(all)) && isRealFolder(all)) {
    rmSync(join(all, id), { recursive: true, force: true });
    removeIfEmpty(all);
    removeIfEmpty(dirname(all));
  }
  if (basename(workDir) === id && isRealFolder(workDir)) removeIfEmpty(workDir);
}

function removeIfEmpty(folder: string): void {
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

function isRealFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function* walkArtifacts({ id, workDir }: Place): Generator<Artifact> {
  if (workDir === null) return;
  const folders = [join(".loam/artifacts", id)];
  for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
    for (const entry of entriesOf(join(workDir, at))) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) yield { path, byteSize: sizeOf(join(workDir, path)) };
    }
  }
}

/** A run may still be at work there. */
function sizeOf(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch {
    return [];
  }
}
