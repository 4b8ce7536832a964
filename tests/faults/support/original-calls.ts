import fs from "node:fs";

/** The file system as it is without faults, kept before it is patched. */
export const original = {
  closeSync: fs.closeSync,
  lstatSync: fs.lstatSync,
  readdirSync: fs.readdirSync,
  readFileSync: fs.readFileSync,
  existsSync: fs.existsSync,
};

let syncs = 0;

/** Numbers syncs, whose beginning and end are two events. */
export function nextSync(): number {
  syncs += 1;
  return syncs;
}
