import { execFileSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** How an object is damaged. */
export type Harm = "removed" | "overwritten" | "emptied";

/** Removes or damages an object of a repository, wherever it is stored. Others stay intact. */
export function damageObject(gitDir: string, oid: string, harm: Harm): void {
  unpackAll(gitDir);
  const path = join(gitDir, "objects", oid.slice(0, 2), oid.slice(2));
  chmodSync(path, 0o644);
  if (harm === "removed") rmSync(path);
  else if (harm === "emptied") truncateSync(path, 0);
  else {
    const bytes = readFileSync(path);
    bytes.fill(0xff, Math.floor(bytes.length / 2));
    writeFileSync(path, bytes);
  }
}

/** Stores every object in its own file. */
function unpackAll(gitDir: string): void {
  const folder = join(gitDir, "objects", "pack");
  const packs = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  const inputs = packs.map((name) => readFileSync(join(folder, name)));
  // Git doesn't unpack objects that already exist.
  for (const name of readdirSync(folder)) rmSync(join(folder, name));
  for (const input of inputs) {
    execFileSync("git", ["--git-dir", gitDir, "unpack-objects", "-q"], { input });
  }
}
