import fs from "node:fs";

const { readFileSync } = fs;

let looking = false;

/** Whether the watch itself is reading: Node's own `readFileSync` opens files by the patched call. */
export function isLooking(): boolean {
  return looking;
}

/** The file system as it is without faults, kept before it is patched. */
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

/** Numbers syncs, whose beginning and end are two events. */
export function nextSync(): number {
  syncs += 1;
  return syncs;
}
