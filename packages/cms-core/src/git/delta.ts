const MAX_COPY = 0xffff;
const MAX_INSERT = 127;

/**
 * A git delta that makes `target` out of `base` by replacing one stretch: what one changed entry
 * does to a folder's list.
 */
export function makeDelta(base: Buffer, target: Buffer): Buffer {
  const shorter = Math.min(base.length, target.length);
  const head = commonHead(base, target, shorter);
  const tail = commonTail(base, target, shorter - head);
  const delta: number[] = [];
  addSize(delta, base.length);
  addSize(delta, target.length);
  addCopies(delta, 0, head);
  addInserts(delta, target.subarray(head, target.length - tail));
  addCopies(delta, base.length - tail, tail);
  return Buffer.from(delta);
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
