import { crc32 } from "node:zlib";

/** A file of a ZIP, written as specified even if invalid. */
export interface TestFile {
  readonly name: string;
  readonly content: Uint8Array;
  readonly method?: number;
  readonly flags?: number;
  /** Unix mode. @default a plain file */
  readonly mode?: number;
  /** Size in the directory. @default the content's */
  readonly byteSize?: number;
  /** A different offset of its content. */
  readonly offset?: number;
}

/** Returns the bytes of a ZIP of these files. */
export function writeTestZip(
  files: readonly TestFile[],
  { comment = "" }: { readonly comment?: string } = {},
): Buffer {
  return Buffer.concat([...bytesOf(files, comment)]);
}

function* bytesOf(files: readonly TestFile[], comment: string): Generator<Buffer> {
  const directory: Buffer[] = [];
  let at = 0;
  for (const file of files) {
    const name = Buffer.from(file.name);
    const local = header(file, name, 30);
    local.writeUInt32LE(0x04_03_4b_50, 0);
    const central = header(file, name, 46);
    central.writeUInt32LE(0x02_01_4b_50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt32LE(((file.mode ?? 0o100_644) << 16) >>> 0, 38);
    central.writeUInt32LE(file.offset ?? at, 42);
    directory.push(Buffer.concat([central, name]));
    const bytes = Buffer.concat([local, name, file.content]);
    at += bytes.length;
    yield bytes;
  }
  const all = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(all.length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(Buffer.byteLength(comment), 20);
  yield Buffer.concat([all, end, Buffer.from(comment)]);
}

function header(
  { content, method = 0, flags = 0x08_00, byteSize = content.length }: TestFile,
  name: Buffer,
  size: 30 | 46,
): Buffer {
  const bytes = Buffer.alloc(size);
  const at = size === 30 ? 6 : 8;
  bytes.writeUInt16LE(20, at - 2);
  bytes.writeUInt16LE(flags, at);
  bytes.writeUInt16LE(method, at + 2);
  bytes.writeUInt32LE(crc32(content), at + 8);
  bytes.writeUInt32LE(content.length, at + 12);
  bytes.writeUInt32LE(byteSize, at + 16);
  bytes.writeUInt16LE(name.length, at + 20);
  return bytes;
}
