import { join } from "node:path";
import { CmsError } from "@loam/cms-core";
import {
  keepKeyFile,
  openText,
  readKeyFile,
  SEALED_EXTRA_BYTES,
  sealText,
} from "@loam/cms-core/program";
import { lengthPrefixed } from "@loam/cms-core/seal";
import type { WorkerConfig } from "../config/worker-config.ts";
import type { WorkerState } from "../state/open-state.ts";

/** Encrypts values in the state that must be readable again. */
export interface Sealer {
  /** Encrypts text and binds it to a place, named by its parts. */
  seal(text: string, place: readonly string[]): string;
  /** @throws CmsError `secret_unreadable` for another key, another place, or modified bytes */
  open(sealed: string, place: readonly string[]): string;
}

const KEY_FILE = "secret.key";

/**
 * Opens the sealer of a worker, with `LOAM_WORKER_KEY` or with a key in a file of its folder, created once: a copy of
 * the database alone cannot be decrypted.
 *
 * @throws CmsError `data_dir_unusable` if the file cannot be read or created, or is lost: a new key couldn't decrypt
 * any stored value, which would go unnoticed until a run
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

/** Returns the decrypted size of an encrypted text, in bytes. */
export function openedBytes(sealed: string): number {
  return Math.floor((sealed.length * 3) / 4) - SEALED_EXTRA_BYTES;
}

function placeBytes(place: readonly string[]): Buffer {
  return Buffer.from(lengthPrefixed(place));
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
