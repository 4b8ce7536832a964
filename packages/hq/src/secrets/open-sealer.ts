import {
  closeSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { CmsError } from "@loam/cms-core";
import { createSealer, makeSecretKey, parseSecretKey, type Sealer } from "./sealer.ts";

/**
 * The sealer of an instance, by the keys of its configuration. Without any, a key is made once and
 * kept in a file of its own: a copy of the database alone then opens nothing.
 *
 * @throws CmsError `data_dir_unusable` when the file cannot be read or made.
 */
export function openSealer(keys: readonly Buffer[], path: string): Sealer {
  const [first, ...older] = keys;
  return createSealer(first === undefined ? [keyFile(path)] : [first, ...older]);
}

function keyFile(path: string): Buffer {
  try {
    return readKey(path) ?? writeKey(path);
  } catch (cause) {
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be read or made; restore it, or set LOAM_SECRET_KEY.`,
      { cause },
    );
  }
}

function readKey(path: string): Buffer | undefined {
  try {
    const key = parseSecretKey(readFileSync(path, "utf8"));
    if (key === undefined) throw new Error("The file holds no key.");
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Nothing is sealed before the key is on the disk, whole. */
function writeKey(path: string): Buffer {
  const key = makeSecretKey();
  const unfinished = `${path}.new`;
  rmSync(unfinished, { force: true });
  const file = openSync(unfinished, "wx", 0o600);
  try {
    writeSync(file, `${key.toString("base64")}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(unfinished, path);
  const folder = openSync(dirname(path), "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
  return key;
}
