import { type Dirent, lstatSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Run } from "./runner.ts";

/** A file that a run left for download. */
export interface Artifact {
  /** Relative to the run's directory. */
  readonly path: string;
  readonly byteSize: number;
}

/** Id and directory of a run. */
type Place = Pick<Run, "id" | "workDir">;

const MOST = 1000;

/**
 * Lists what a run left in `.loam/artifacts/<its id>` of its directory; the run knows its id from `$LOAM_RUN`. Links
 * are neither followed nor listed.
 */
export function listArtifacts(run: Place): readonly Artifact[] {
  const found: Artifact[] = [];
  for (const artifact of walkArtifacts(run)) {
    if (found.push(artifact) === MOST) break;
  }
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

/** Returns the total size of a run's artifacts. */
export function artifactBytes(run: Place): number {
  let bytes = 0;
  for (const { byteSize } of walkArtifacts(run)) bytes += byteSize;
  return bytes;
}

/**
 * Removes the artifacts of a run, and parent folders that become empty, including the directory itself if it was
 * created for this run. Removes nothing behind a link in place of one of these folders, because it could lead anywhere.
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

/** A run may still be working there. */
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
