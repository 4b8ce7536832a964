import { closeSync, fchmodSync, fsyncSync, openSync, writeSync } from "node:fs";

/** Writes a new file and brings its bytes to the disk. Its name is not there before its folder is synced. */
export function writeNewFile(path: string, text: string, mode: number): void {
  const bytes = Buffer.from(text);
  // Nobody else may read it before it has its mode.
  const file = openSync(path, "wx", 0o600);
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
    fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Brings the names in a folder to the disk. */
export function syncFolder(path: string): void {
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
