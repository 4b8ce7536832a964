import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import {
  keepKeyFile,
  openText,
  readKeyFile,
  SEALED_EXTRA_BYTES,
  sealText,
} from "@loam/cms-core/program";
import type { WorkerConfig } from "../config/worker-config.ts";
import type { WorkerState } from "../state/open-state.ts";

/** Encrypts what lies in the state and must be read again. */
export interface Sealer {
  /** Encrypts text for one place, named by its parts: it opens nowhere else. */
  seal(text: string, place: readonly string[]): string;
  /** @throws CmsError `secret_unreadable` for another key, another place, or bytes that were changed. */
  open(sealed: string, place: readonly string[]): string;
}

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
    seal: (text, place) => sealText(text, key, placeBytes(place)).toString("base64url"),
    open(sealed, place) {
      try {
        return openText(Buffer.from(sealed, "base64url"), key, placeBytes(place));
      } catch (cause) {
        throw new CmsError(
          "secret_unreadable",
          "A secret of this worker cannot be decrypted: the key (LOAM_WORKER_KEY, or secret.key in the worker's folder) has changed. Restore the earlier key, or set the secret again.",
          { cause },
        );
      }
    },
  };
}

/** How many bytes a sealed text has when it is opened. */
export function openedBytes(sealed: string): number {
  return Math.floor((sealed.length * 3) / 4) - SEALED_EXTRA_BYTES;
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
    if (readKeyFile(path) === undefined && hasSealed(state))
      throw new Error("The file is missing.");
    return keepKeyFile(path);
  } catch (cause) {
    throw new CmsError(
      "data_dir_unusable",
      `${path} is missing, or cannot be read or created. Restore it, or set LOAM_WORKER_KEY to the earlier key.`,
      { cause },
    );
  }
}

function hasSealed({ database }: WorkerState): boolean {
  const sealed = `SELECT 1 FROM secrets UNION ALL SELECT 1 FROM links
                  UNION ALL SELECT 1 FROM identity WHERE name = 'key_pair' LIMIT 1`;
  return database.prepare(sealed).get() !== undefined;
}
