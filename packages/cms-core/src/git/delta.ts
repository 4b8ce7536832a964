const MAX_COPY = 0xffff;
const MAX_INSERT = 127;
/** So many bytes stand in one place of a list alone: an entry's object id is among them. */
const SAMPLE_BYTES = 32;
/** Where more is changed it is looked for what stayed within. */
const SEARCHED_BYTES = 256;

/** A run of bytes; the same object stands for the same bytes. */
export interface DeltaPiece {
  readonly bytes: Buffer;
}

/**
 * A git delta that makes the bytes of `target` out of those of `base`. Pieces that both have are taken as they
 * are; between two of them stretches are replaced: what changed entries do to a folder's list.
 */
export function makeDelta(base: readonly DeltaPiece[], target: readonly DeltaPiece[]): Buffer {
  const delta: number[] = [];
  addSize(delta, lengthOf(base));
  addSize(delta, lengthOf(target));
  const numbers = new Map(base.map((piece, number) => [piece, number]));
  let [next, offset] = [0, 0];
  let changed: DeltaPiece[] = [];
  const replaceUpTo = (number: number): void => {
    const old = base.slice(next, number);
    addStretch(delta, { offset, old: bytesOf(old), now: bytesOf(changed) });
    [next, offset, changed] = [number, offset + lengthOf(old), []];
  };
  for (const piece of target) {
    const number = numbers.get(piece);
    if (number === undefined || number < next) {
      changed.push(piece);
      continue;
    }
    replaceUpTo(number);
    addCopies(delta, offset, piece.bytes.length);
    [next, offset] = [next + 1, offset + piece.bytes.length];
  }
  replaceUpTo(base.length);
  return Buffer.from(delta);
}

function lengthOf(pieces: readonly DeltaPiece[]): number {
  return pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
}

function bytesOf(pieces: readonly DeltaPiece[]): Buffer {
  const [only, ...more] = pieces;
  if (only !== undefined && more.length === 0) return only.bytes;
  return Buffer.concat(pieces.map(({ bytes }) => bytes));
}

interface Stretch {
  /** Where it begins in the base. */
  readonly offset: number;
  readonly old: Buffer;
  readonly now: Buffer;
}

function addStretch(delta: number[], { offset, old, now }: Stretch): void {
  const shorter = Math.min(old.length, now.length);
  const head = commonHead(old, now, shorter);
  const tail = commonTail(old, now, shorter - head);
  addCopies(delta, offset, head);
  addChanged(delta, {
    offset: offset + head,
    old: old.subarray(head, old.length - tail),
    now: now.subarray(head, now.length - tail),
  });
  addCopies(delta, offset + old.length - tail, tail);
}

/** What begins and ends with a change. */
function addChanged(delta: number[], { offset, old, now }: Stretch): void {
  const same = now.length < SEARCHED_BYTES ? undefined : findSame(old, now);
  if (same === undefined) {
    addInserts(delta, now);
    return;
  }
  const { inOld, inNow } = same;
  addStretch(delta, { offset, old: old.subarray(0, inOld), now: now.subarray(0, inNow) });
  addStretch(delta, {
    offset: offset + inOld,
    old: old.subarray(inOld),
    now: now.subarray(inNow),
  });
}

/** A place near the middle of both from which some bytes are the same. */
function findSame(
  old: Buffer,
  now: Buffer,
): { readonly inOld: number; readonly inNow: number } | undefined {
  for (const share of [0.5, 0.25, 0.75]) {
    const inNow = Math.floor(now.length * share);
    const inOld = old.indexOf(now.subarray(inNow, inNow + SAMPLE_BYTES));
    if (inOld >= 0) return { inOld, inNow };
  }
  return undefined;
}

/** How many bytes are the same at the beginning: halves are compared, so few calls find it. */
function commonHead(base: Buffer, target: Buffer, limit: number): number {
  let [same, other] = [0, limit + 1];
  while (other - same > 1) {
    const middle = same + ((other - same) >> 1);
    if (base.compare(target, same, middle, same, middle) === 0) same = middle;
    else other = middle;
  }
  return same;
}

function commonTail(base: Buffer, target: Buffer, limit: number): number {
  const [a, b] = [base.length, target.length];
  let [same, other] = [0, limit + 1];
  while (other - same > 1) {
    const middle = same + ((other - same) >> 1);
    if (base.compare(target, b - middle, b - same, a - middle, a - same) === 0) same = middle;
    else other = middle;
  }
  return same;
}

function addCopies(delta: number[], offset: number, length: number): void {
  for (let done = 0; done < length; done += MAX_COPY) {
    const command = delta.push(0x80) - 1;
    addArguments(delta, command, { value: offset + done, firstBit: 1 });
    const size = Math.min(MAX_COPY, length - done);
    addArguments(delta, command, { value: size, firstBit: 0x10 });
  }
}

/** The bytes of a number that are not 0, the lowest first; bits of the command say which those are. */
function addArguments(
  delta: number[],
  command: number,
  { value, firstBit }: { readonly value: number; readonly firstBit: number },
): void {
  for (let rest = value, bit = firstBit; rest > 0; rest = Math.floor(rest / 0x100), bit <<= 1) {
    const byte = rest % 0x100;
    if (byte === 0) continue;
    delta[command] = (delta[command] ?? 0) | bit;
    delta.push(byte);
  }
}

function addInserts(delta: number[], bytes: Buffer): void {
  for (let at = 0; at < bytes.length; at += 1) {
    if (at % MAX_INSERT === 0) delta.push(Math.min(MAX_INSERT, bytes.length - at));
    delta.push(bytes[at] ?? 0);
  }
}

/** Git's variable-length number: seven bits a byte, the lowest first. */
function addSize(delta: number[], size: number): void {
  let rest = size;
  while (rest >= 0x80) {
    delta.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  delta.push(rest);
}
