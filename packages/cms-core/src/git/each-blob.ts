import { CmsError } from "../base/errors.ts";
import { askObjects } from "./ask-objects.ts";
import type { ByteQueue } from "./byte-queue.ts";
import type { GitPipe } from "./git-pipe.ts";
import type { Oid } from "./object-id.ts";

const NEWLINE = 10;
const IS_BLOB = " blob ";
const HAS_CONTENTS = /^[0-9a-f]{40} [a-z]+ (\d+)$/;

/** Takes one blob; `index` counts those that were asked for. */
export type TakeBlob = (bytes: Buffer, index: number) => void;

/**
 * Gives out blobs as they arrive and where they arrived: most are neither copied nor kept. When one
 * is not there, or `take` fails, no more are given out.
 */
export async function eachBlob(pipe: GitPipe, oids: readonly Oid[], take: TakeBlob): Promise<void> {
  let failure: { readonly error: unknown } | undefined;
  let index = 0;
  let header: Header | undefined;
  const give = (bytes: Buffer): void => {
    try {
      take(bytes, index);
    } catch (error) {
      failure = { error };
    }
  };
  await askObjects(pipe, "contents", oids, (arrived) => {
    const oid = oids[index] ?? "";
    header ??= takeHeader(arrived, oid);
    if (header === undefined) return false;
    const follows = arrived.view(header.follows);
    if (follows === undefined) return false;
    if (!header.isBlob) failure ??= { error: noFile(oid) };
    if (failure === undefined) give(follows.subarray(0, -1));
    header = undefined;
    index += 1;
    return true;
  });
  if (failure !== undefined) throw failure.error;
}

interface Header {
  readonly isBlob: boolean;
  /** Bytes of the contents and the line break behind them; none of what is missing. */
  readonly follows: number;
}

function takeHeader(arrived: ByteQueue, oid: Oid): Header | undefined {
  const line = arrived.takeUntil(NEWLINE)?.toString("latin1");
  if (line === undefined) return undefined;
  if (line.startsWith(oid) && line.startsWith(IS_BLOB, oid.length)) {
    return { isBlob: true, follows: Number(line.slice(oid.length + IS_BLOB.length)) + 1 };
  }
  const size = HAS_CONTENTS.exec(line)?.[1];
  return { isBlob: false, follows: size === undefined ? 0 : Number(size) + 1 };
}

function noFile(oid: Oid): CmsError {
  return new CmsError("not_found", `The repository has no file ${oid}.`);
}
