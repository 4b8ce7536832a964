import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "./runner.ts";

/** A file that a run left to be taken. */
export interface Artifact {
  /** From the run's directory. */
  readonly path: string;
  readonly byteSize: number;
}

const MOST = 1000;

/**
 * What a run left in `.loam/artifacts/<its id>` of its directory, which it knows by `$LOAM_RUN`. Links are not followed,
 * and not listed.
 */
export function listArtifacts({ id, workDir }: Pick<Run, "id" | "workDir">): readonly Artifact[] {
  if (workDir === null) return [];
  const found: Artifact[] = [];
  const folders = [join(".loam/artifacts", id)];
  for (let at = folders.pop(); at !== undefined && found.length < MOST; at = folders.pop()) {
    for (const entry of entriesOf(join(workDir, at))) {
      const path = join(at, entry.name);
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) found.push({ path, byteSize: lstatSync(join(workDir, path)).size });
    }
  }
  return found.toSorted((left, right) => (left.path < right.path ? -1 : 1));
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return lstatSync(folder).isDirectory() ? readdirSync(folder, { withFileTypes: true }) : [];
  } catch {
    return [];
  }
}
