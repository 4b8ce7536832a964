import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from "node:crypto";
import { linkSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { CmsError } from "@loam/cms-core";
import type { WorkerConfig } from "../config/worker-config.ts";
import type { WorkerState } from "../state/open-state.ts";
import { syncFolder, writeNewFile } from "../state/synced-file.ts";

/** Encrypts what lies in the state and must be read again. */
export interface Sealer {
  /** Encrypts text for one place, named by its parts: it opens nowhere else. */
  seal(text: string, place: readonly string[]): string;
  /** @throws CmsError `secret_unreadable` for another key, another place, or bytes that were changed. */
  open(sealed: string, place: readonly string[]): string;
}

const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const KEY_FILE = "secret.key";

/**
 * The sealer of a worker, by `LOAM_WORKER_KEY` or by a key in a file of its folder, which is made once: a copy of the
 * database alone opens nothing.
 *
 * @throws CmsError `data_dir_unusable` when the file cannot be read or made, or is lost: a new key would open nothing of
 * what is kept, and nobody would notice before a run.
 */
export function openSealer(
  config: Pick<WorkerConfig, "home" | "secretKey">,
  state: WorkerState,
): Sealer {
  const key = config.secretKey ?? keyFile(join(config.home, KEY_FILE), state);
  return {
    seal(text, place) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(placeBytes(place));
      const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
      return Buffer.concat([iv, body, cipher.getAuthTag()]).toString("base64url");
    },
    open(sealed, place) {
      const bytes = Buffer.from(sealed, "base64url");
      const end = bytes.length - TAG_BYTES;
      try {
        const cipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, IV_BYTES), {
          authTagLength: TAG_BYTES,
        })
          .setAAD(placeBytes(place))
          .setAuthTag(bytes.subarray(end));
        const body = bytes.subarray(IV_BYTES, end);
        return cipher.update(body, undefined, "utf8") + cipher.final("utf8");
      } catch (cause) {
        throw new CmsError(
          "secret_unreadable",
          "A secret of this worker cannot be read: its key (LOAM_WORKER_KEY, or secret.key in its folder) is not the one that it was kept with. Put that back, or set the secret again.",
          { cause },
        );
      }
    },
  };
}

/** How many bytes a sealed text has when it is opened. */
export function openedBytes(sealed: string): number {
  return Math.floor((sealed.length * 3) / 4) - IV_BYTES - TAG_BYTES;
}

/** Each part after its length in bytes (16 bits, the high one first), so that no two lists of parts are alike. */
export function placeBytes(place: readonly string[]): Buffer<ArrayBuffer> {
  return Buffer.concat(
    place.map((part) => {
      const text = Buffer.from(part);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(text.length);
      return Buffer.concat([length, text]);
    }),
  );
}

function keyFile(path: string, state: WorkerState): Buffer {
  try {
    const key = readKey(path);
    if (key === undefined && hasSealed(state)) throw new Error("The file is lost.");
    return key ?? makeKey(path);
  } catch (cause) {
    throw new CmsError(
      "data_dir_unusable",
      `${path} cannot be read or made, or is lost; restore it, or set LOAM_WORKER_KEY to the key that was in use.`,
      { cause },
    );
  }
}

function hasSealed({ database }: WorkerState): boolean {
  const sealed = `SELECT 1 FROM secrets UNION ALL SELECT 1 FROM links
                  UNION ALL SELECT 1 FROM identity WHERE name = 'key_pair' LIMIT 1`;
  return database.prepare(sealed).get() !== undefined;
}

function readKey(path: string): Buffer | undefined {
  try {
    const key = Buffer.from(readFileSync(path, "utf8").trim(), "base64");
    if (key.length !== KEY_BYTES) throw new Error("The file holds no key.");
    return key;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** Of several processes that make one at once the first one's counts: a link, unlike a rename, replaces nothing. */
function makeKey(path: string): Buffer {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    writeNewFile(unfinished, `${randomBytes(KEY_BYTES).toString("base64")}\n`, 0o600);
    linkSync(unfinished, path);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(unfinished, { force: true });
  }
  syncFolder(dirname(path));
  const key = readKey(path);
  if (key === undefined) throw new Error("The file is gone again.");
  return key;
}
