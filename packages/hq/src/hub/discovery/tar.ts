import { CmsError } from "@loam/cms-core";

const BLOCK_BYTES = 512;
const NAME_BYTES = 100;
const PREFIX_BYTES = 155;

/** A file in an archive. */
export interface TarFile {
  readonly path: string;
  readonly isProgram: boolean;
  readonly bytes: Uint8Array;
}

/**
 * Creates a tar archive in POSIX.1-1988 format, which all tools can read. It contains no times or owners, so the same
 * files in the same order produce the same bytes.
 *
 * @throws CmsError `invalid_path` for a path that is too long for this format
 */
export function makeTar(files: readonly TarFile[]): Buffer {
  const blocks = files.flatMap(({ path, isProgram, bytes }) => [
    header(path, { mode: isProgram ? 0o755 : 0o644, size: bytes.length }),
    bytes,
    Buffer.alloc((BLOCK_BYTES - (bytes.length % BLOCK_BYTES)) % BLOCK_BYTES),
  ]);
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_BYTES)]);
}

function header(
  path: string,
  { mode, size }: { readonly mode: number; readonly size: number },
): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES);
  const [prefix, name] = splitPath(path);
  const octal = (value: number, at: number, width: number): void => {
    block.write(value.toString(8).padStart(width - 1, "0"), at, "latin1");
  };
  block.write(name, 0);
  octal(mode, 100, 8);
  octal(0, 108, 8);
  octal(0, 116, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write("0", 156, "latin1");
  block.write("ustar\u000000", 257, "latin1");
  block.write(prefix, 345);
  // The checksum field itself counts as spaces.
  const sum = block.reduce((total, byte) => total + byte, 8 * 0x20);
  block.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return block;
}

/** Splits a long path at a slash into two fields. */
function splitPath(path: string): readonly [prefix: string, name: string] {
  if (Buffer.byteLength(path) <= NAME_BYTES) return ["", path];
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1)) {
    const [prefix, name] = [path.slice(0, slash), path.slice(slash + 1)];
    const fits = Buffer.byteLength(prefix) <= PREFIX_BYTES && Buffer.byteLength(name) <= NAME_BYTES;
    if (fits) return [prefix, name];
  }
  throw new CmsError("invalid_path", `${path.slice(0, 100)}… is too long for an archive.`);
}
