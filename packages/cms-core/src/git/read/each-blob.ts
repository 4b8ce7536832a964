import { CmsError } from "../../base/errors.ts";
import type { Oid } from "../objects/object-id.ts";
import type { ByteQueue, GitPipe } from "../program/git-pipe.ts";

const NEWLINE = 10;
const DIGIT_ZERO = 48;
const IS_BLOB = " blob ";
const HAS_CONTENTS = /^[0-9a-f]{40} [a-z]+ (\d+)$/;
const NOTHING = Buffer.alloc(0);

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
    if (arrived.size < header.size + header.behind) return false;
    const bytes = arrived.view(header.size) ?? NOTHING;
    if (!header.isBlob) failure ??= { error: noFile(oid) };
    if (failure === undefined) give(bytes);
    arrived.drop(header.behind);
    header = undefined;
    index += 1;
    return true;
  });
  if (failure !== undefined) throw failure.error;
}

interface Header {
  readonly isBlob: boolean;
  /** Bytes of the contents; none of what is missing. */
  readonly size: number;
  /** Bytes behind them: a line break. */
  readonly behind: 0 | 1;
}

function takeHeader(arrived: ByteQueue, oid: Oid): Header | undefined {
  const blobSize = takeBlobSize(arrived, oid);
  if (blobSize !== undefined) return { isBlob: true, size: blobSize, behind: 1 };
  const line = arrived.takeUntil(NEWLINE)?.toString("latin1");
  if (line === undefined) return undefined;
  const size = HAS_CONTENTS.exec(line)?.[1];
  return size === undefined
    ? { isBlob: false, size: 0, behind: 0 }
    : { isBlob: line.startsWith(`${oid}${IS_BLOB}`), size: Number(size), behind: 1 };
}

/**
 * Takes the header of a blob that is this one, where it came in one piece: nearly always. Its bytes are looked at
 * where they are, which takes a third of making a text of them.
 */
function takeBlobSize(arrived: ByteQueue, oid: Oid): number | undefined {
  const start = oid.length + IS_BLOB.length;
  if (!arrived.startsWith(oid, 0) || !arrived.startsWith(IS_BLOB, oid.length)) return undefined;
  let size = 0;
  for (let at = start; ; at += 1) {
    const byte = arrived.peek(at);
    if (byte === NEWLINE) {
      arrived.drop(at + 1);
      return size;
    }
    if (byte === undefined) return undefined;
    size = size * 10 + byte - DIGIT_ZERO;
  }
}

function noFile(oid: Oid): CmsError {
  return new CmsError("not_found", `The repository has no file ${oid}.`);
}

/**
 * Asks `git cat-file --batch-command` for objects in one trip. `takeOne` is called until it returned
 * true for each of them: when it has taken the next answer.
 */
export async function askObjects(
  pipe: GitPipe,
  command: "contents" | "info",
  names: readonly string[],
  takeOne: (arrived: ByteQueue) => boolean,
): Promise<void> {
  if (names.length === 0) return;
  for (const name of names) {
    if (/[\n\0]/.test(name)) throw new CmsError("invalid_path", "A path holds a line break.");
  }
  let answered = 0;
  await pipe.ask({
    question: `${names.map((name) => `${command} ${name}\n`).join("")}flush\n`,
    read: (arrived, enough) => {
      while (answered < names.length) {
        if (!takeOne(arrived)) return false;
        answered += 1;
        if (arrived.size <= enough) break;
      }
      return answered === names.length;
    },
  });
}
