/** What a file system says of a file. */
export interface FileStat {
  readonly size: number;
  readonly ino: number;
  readonly mtimeMs: number;
}

/**
 * A strong tag without reading the file: published files are only ever replaced whole, by a new
 * inode with a new time, so no two contents share all three.
 */
export function fileTag({ size, ino, mtimeMs }: FileStat): string {
  return `"${size.toString(36)}-${ino.toString(36)}-${Math.round(mtimeMs * 1000).toString(36)}"`;
}

/** Whether two looks found the same content: where they did, its tag is the same. */
export function isSameFile(a: FileStat, b: FileStat): boolean {
  return a.ino === b.ino && a.mtimeMs === b.mtimeMs && a.size === b.size;
}
