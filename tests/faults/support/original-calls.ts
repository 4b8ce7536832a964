import fs from "node:fs";

const { readFileSync } = fs;

let looking = false;

/** Returns whether the watch itself is reading: Node's `readFileSync` opens files through the patched call. */
export function isLooking(): boolean {
  return looking;
}

/** The unpatched file system calls. */
export const original = {
  lstatSync: fs.lstatSync,
  readdirSync: fs.readdirSync,
  readFileSync: (path: string): Buffer => {
    looking = true;
    try {
      return readFileSync(path);
    } finally {
      looking = false;
    }
  },
  existsSync: fs.existsSync,
};

let syncs = 0;

/** Numbers syncs, whose start and end are separate events. */
export function nextSync(): number {
  syncs += 1;
  return syncs;
}
