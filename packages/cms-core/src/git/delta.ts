const MAX_COPY = 0xffff;
const MAX_INSERT = 127;
const COMPARE_BLOCK = 256;

/**
 * A git delta that makes `target` out of `base` by replacing one stretch: what one changed entry
 * does to a folder's list.
 */
export function makeDelta(base: Buffer, target: Buffer): Buffer {
  const shorter = Math.min(base.length, target.length);
  const head = commonHead(base, target, shorter);
  const tail = commonTail(base, target, shorter - head);
  return Buffer.concat([
    sizeBytes(base.length),
    sizeBytes(target.length),
    ...copies(0, head),
    ...inserts(target.subarray(head, target.length - tail)),
    ...copies(base.length - tail, tail),
  ]);
}

function commonHead(base: Buffer, target: Buffer, limit: number): number {
  let at = 0;
  while (at + COMPARE_BLOCK <= limit) {
    const end = at + COMPARE_BLOCK;
    if (base.compare(target, at, end, at, end) !== 0) break;
    at = end;
  }
  while (at < limit && base[at] === target[at]) at += 1;
  return at;
}

function commonTail(base: Buffer, target: Buffer, limit: number): number {
  const a = base.length;
  const b = target.length;
  let length = 0;
  while (length + COMPARE_BLOCK <= limit) {
    const next = length + COMPARE_BLOCK;
    if (base.compare(target, b - next, b - length, a - next, a - length) !== 0) break;
    length = next;
  }
  while (length < limit && base[a - length - 1] === target[b - length - 1]) length += 1;
  return length;
}

function* copies(offset: number, length: number): Iterable<Buffer> {
  for (let done = 0; done < length; done += MAX_COPY) {
    const from = offset + done;
    const size = Math.min(MAX_COPY, length - done);
    const bytes = [0x80];
    for (let byte = 0; byte < 4; byte += 1) {
      const value = (from >>> (byte * 8)) & 0xff;
      if (value !== 0) pushArgument(bytes, 1 << byte, value);
    }
    for (let byte = 0; byte < 2; byte += 1) {
      const value = (size >>> (byte * 8)) & 0xff;
      if (value !== 0) pushArgument(bytes, 0x10 << byte, value);
    }
    yield Buffer.from(bytes);
  }
}

function pushArgument(bytes: number[], flag: number, value: number): void {
  bytes[0] = (bytes[0] ?? 0) | flag;
  bytes.push(value);
}

function* inserts(bytes: Buffer): Iterable<Buffer> {
  for (let at = 0; at < bytes.length; at += MAX_INSERT) {
    const part = bytes.subarray(at, at + MAX_INSERT);
    yield Buffer.from([part.length]);
    yield part;
  }
}

/** Git's variable-length number: seven bits a byte, the lowest first. */
function sizeBytes(size: number): Buffer {
  const bytes: number[] = [];
  let rest = size;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}
