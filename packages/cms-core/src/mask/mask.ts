import { createFinder, type Finder } from "./finder.ts";
import { makeNeedles } from "./needles.ts";

/** Masks the same secrets in any number of streams and texts. */
export interface Mask {
  createMasker(): Masker;
  /** Masks a complete text. */
  maskText(text: string): string;
}

/** Masks a stream, regardless of how it is split into chunks. */
export interface Masker {
  /** Returns the bytes that are final. Holds back one byte less than the longest form of a secret. */
  write(chunk: Buffer): Buffer;
  /** Returns the held bytes when a stream pauses, except a possible start of a secret. */
  flush(): Buffer;
  /** Returns the remaining bytes at the end of the stream. */
  end(): Buffer;
}

/** Replaces a secret, or several overlapping ones. */
const MASK = Buffer.from("***");
const NOTHING: Buffer = Buffer.alloc(0);

/**
 * Creates a mask for secrets in every form in which programs commonly print them. This is a safety net, not a security
 * boundary.
 */
export function createMask(secrets: Iterable<string>): Mask {
  const finder = createFinder(makeNeedles(secrets));
  return {
    createMasker: () => createMasker(finder),
    maskText(text) {
      const masker = createMasker(finder);
      return Buffer.concat([masker.write(Buffer.from(text)), masker.end()]).toString();
    },
  };
}

/** A range of overlapping needles. */
interface MaskedRange {
  start: number;
  end: number;
  /** Whether its mask was already written, because it starts before the held bytes. */
  readonly isWritten: boolean;
}

function createMasker(finder: Finder): Masker {
  let heldBytes = NOTHING;
  /** Masked ranges of the held bytes. They are stored because searching again would take quadratic time. */
  let ranges: MaskedRange[] = [];

  function findIn(chunk: Buffer): Buffer {
    const bytes = heldBytes.length === 0 ? chunk : Buffer.concat([heldBytes, chunk]);
    finder.findAll(bytes, heldBytes.length, (start, end) => addRange(ranges, start, end));
    return bytes;
  }

  /** Returns the first bytes, masked, and holds the rest. */
  function release(bytes: Buffer, until: number): Buffer {
    const written: Buffer[] = [];
    let done = 0;
    for (const { start, end, isWritten } of ranges) {
      if (start >= until) break;
      if (start > done) written.push(bytes.subarray(done, start));
      if (!isWritten) written.push(MASK);
      done = Math.min(end, until);
    }
    if (done < until) written.push(bytes.subarray(done, until));
    ranges = ranges.filter(({ end }) => end > until).map((cover) => shiftRange(cover, until));
    // Copied, because it can be a few bytes of a large chunk that belongs to the caller.
    heldBytes = Buffer.from(bytes.subarray(until));
    const [first = NOTHING, ...others] = written;
    return others.length === 0 ? first : Buffer.concat(written);
  }

  return {
    write(chunk) {
      if (finder.longest === 0) return chunk;
      const bytes = findIn(chunk);
      return release(bytes, Math.max(0, bytes.length - finder.longest + 1));
    },
    flush: () => release(heldBytes, finder.findIncomplete(heldBytes)),
    end: () => release(heldBytes, heldBytes.length),
  };
}

/** Adds a range and merges it with earlier ones that it overlaps. Ranges arrive in the order of their ends. */
function addRange(covers: MaskedRange[], start: number, end: number): void {
  let first = start;
  let isWritten = false;
  for (let last = covers.at(-1); last !== undefined && last.end > start; last = covers.at(-1)) {
    first = Math.min(first, last.start);
    isWritten ||= last.isWritten;
    covers.pop();
  }
  covers.push({ start: first, end, isWritten });
}

function shiftRange({ start, end, isWritten }: MaskedRange, by: number): MaskedRange {
  return { start: Math.max(0, start - by), end: end - by, isWritten: isWritten || start < by };
}
