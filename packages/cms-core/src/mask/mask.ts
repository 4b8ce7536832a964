import { createFinder, type Finder } from "./finder.ts";
import { makeNeedles } from "./needles.ts";

/** What masks the same secrets, in as many streams and texts as there are. */
export interface Mask {
  createMasker(): Masker;
  /** Masks a text that is whole. */
  maskText(text: string): string;
}

/** Masks a stream that comes in chunks, wherever they are cut. */
export interface Masker {
  /** What can be said now. As many bytes as the longest form of a secret has, but one, are held back. */
  write(chunk: Buffer): Buffer;
  /** For when nothing comes for a while: all that is held back, but what a secret may begin with. */
  flush(): Buffer;
  /** The rest, when nothing more comes. */
  end(): Buffer;
}

/** What stands where a secret was; once for several that overlap. */
const MASK = Buffer.from("***");
const NOTHING: Buffer = Buffer.alloc(0);

/** What masks secrets in every form in which programs commonly print them. It is a net, and no boundary. */
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

/** Bytes that needles cover, each overlapping the next. */
interface Cover {
  begin: number;
  end: number;
  /** Whether its mask is written already: it began in what is not held any more. */
  readonly isWritten: boolean;
}

function createMasker(finder: Finder): Masker {
  let held = NOTHING;
  /** What is covered of the held bytes: places are kept, for to look for them again would take quadratic time. */
  let covers: Cover[] = [];

  function take(chunk: Buffer): Buffer {
    const bytes = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    finder.findAll(bytes, held.length, (begin, end) => addCover(covers, begin, end));
    return bytes;
  }

  /** Writes the first bytes and holds the others. */
  function release(bytes: Buffer, until: number): Buffer {
    const written: Buffer[] = [];
    let done = 0;
    for (const { begin, end, isWritten } of covers) {
      if (begin >= until) break;
      if (begin > done) written.push(bytes.subarray(done, begin));
      if (!isWritten) written.push(MASK);
      done = Math.min(end, until);
    }
    if (done < until) written.push(bytes.subarray(done, until));
    covers = covers.filter(({ end }) => end > until).map((cover) => moveBack(cover, until));
    // Copied: it may be a few bytes of a large chunk, which is whoever's it was.
    held = Buffer.from(bytes.subarray(until));
    const [first = NOTHING, ...others] = written;
    return others.length === 0 ? first : Buffer.concat(written);
  }

  return {
    write(chunk) {
      if (finder.longest === 0) return chunk;
      const bytes = take(chunk);
      return release(bytes, Math.max(0, bytes.length - finder.longest + 1));
    },
    flush: () => release(held, finder.findBegun(held)),
    end: () => release(held, held.length),
  };
}

/** They come in the order of their ends, so one that begins further ahead takes in the last of those before it. */
function addCover(covers: Cover[], begin: number, end: number): void {
  let first = begin;
  let isWritten = false;
  for (let last = covers.at(-1); last !== undefined && last.end > begin; last = covers.at(-1)) {
    first = Math.min(first, last.begin);
    isWritten ||= last.isWritten;
    covers.pop();
  }
  covers.push({ begin: first, end, isWritten });
}

function moveBack({ begin, end, isWritten }: Cover, by: number): Cover {
  return { begin: Math.max(0, begin - by), end: end - by, isWritten: isWritten || begin < by };
}
