/** What the records of a ZIP file (PKWARE's APPNOTE 6.3) say of one of its files. */
export interface ZipRecord {
  readonly name: Buffer;
  /** 0 is stored, 8 is deflated. */
  readonly method: 0 | 8;
  /** Whether checksum and sizes follow the content, since they are not known before. */
  readonly streamed: boolean;
  /** Whether sizes have eight bytes where they follow the content. */
  readonly wide: boolean;
  readonly crc: number;
  readonly byteSize: number;
  readonly storedSize: number;
  /** Of its local header from the beginning. */
  readonly offset: number;
}

const MAX_32 = 0xff_ff_ff_ff;
const MAX_16 = 0xff_ff;
const UTF8_NAME = 0x08_00;
const SIZES_FOLLOW = 0x00_08;
/** Made on Unix; 4.5 is the version that knows eight-byte sizes. */
const MADE_BY = (3 << 8) | 45;
/** A plain file with mode 0644. */
const ATTRIBUTES = (0o100_644 << 16) >>> 0;

/** Date and time as MS-DOS had them, in UTC: two seconds are the finest, 1980 is the first year. */
function dosTime(when: Date): { readonly time: number; readonly date: number } {
  const year = Math.min(Math.max(when.getUTCFullYear(), 1980), 2107);
  const time =
    (when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1);
  return { time, date: ((year - 1980) << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate() };
}

/** What stands before a file's content. */
export function localHeader(file: ZipRecord, when: Date): Buffer {
  const { name, streamed, wide } = file;
  const extra = streamed && wide ? zip64Extra([0, 0]) : Buffer.alloc(0);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04_03_4b_50, 0);
  header.writeUInt16LE(versionNeeded(file), 4);
  writeCommon(header, 6, file, when);
  if (streamed) {
    header.writeUInt32LE(0, 14);
    header.writeUInt32LE(wide ? MAX_32 : 0, 18);
    header.writeUInt32LE(wide ? MAX_32 : 0, 22);
  }
  header.writeUInt16LE(name.length, 26);
  header.writeUInt16LE(extra.length, 28);
  return Buffer.concat([header, name, extra]);
}

/** What stands behind the content of a streamed file. */
export function dataDescriptor({ wide, crc, byteSize, storedSize }: ZipRecord): Buffer {
  const record = Buffer.alloc(wide ? 24 : 16);
  record.writeUInt32LE(0x08_07_4b_50, 0);
  record.writeUInt32LE(crc, 4);
  if (wide) {
    record.writeBigUInt64LE(BigInt(storedSize), 8);
    record.writeBigUInt64LE(BigInt(byteSize), 16);
  } else {
    record.writeUInt32LE(storedSize, 8);
    record.writeUInt32LE(byteSize, 12);
  }
  return record;
}

/** A file's line in the directory at the end. */
export function directoryHeader(file: ZipRecord, when: Date): Buffer {
  const { name, byteSize, storedSize, offset } = file;
  const long = [byteSize, storedSize, offset].filter((value) => value >= MAX_32);
  const extra = long.length === 0 ? Buffer.alloc(0) : zip64Extra(long);
  const header = Buffer.alloc(46);
  header.writeUInt32LE(0x02_01_4b_50, 0);
  header.writeUInt16LE(MADE_BY, 4);
  header.writeUInt16LE(long.length === 0 ? versionNeeded(file) : 45, 6);
  writeCommon(header, 8, file, when);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt16LE(extra.length, 30);
  header.writeUInt32LE(ATTRIBUTES, 38);
  header.writeUInt32LE(Math.min(offset, MAX_32), 42);
  return Buffer.concat([header, name, extra]);
}

export interface Directory {
  readonly files: number;
  readonly offset: number;
  readonly byteSize: number;
}

/** The end of a ZIP file, with 64-bit numbers where 16 or 32 bits are not enough. */
export function endOfDirectory({ files, offset, byteSize }: Directory): Buffer {
  const isLong = files >= MAX_16 || offset >= MAX_32 || byteSize >= MAX_32;
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(Math.min(files, MAX_16), 8);
  end.writeUInt16LE(Math.min(files, MAX_16), 10);
  end.writeUInt32LE(Math.min(byteSize, MAX_32), 12);
  end.writeUInt32LE(Math.min(offset, MAX_32), 16);
  if (!isLong) return end;
  const long = Buffer.alloc(56 + 20);
  long.writeUInt32LE(0x06_06_4b_50, 0);
  long.writeBigUInt64LE(44n, 4);
  long.writeUInt16LE(MADE_BY, 12);
  long.writeUInt16LE(45, 14);
  long.writeBigUInt64LE(BigInt(files), 24);
  long.writeBigUInt64LE(BigInt(files), 32);
  long.writeBigUInt64LE(BigInt(byteSize), 40);
  long.writeBigUInt64LE(BigInt(offset), 48);
  long.writeUInt32LE(0x07_06_4b_50, 56);
  long.writeBigUInt64LE(BigInt(offset + byteSize), 64);
  long.writeUInt32LE(1, 72);
  return Buffer.concat([long, end]);
}

/** Flags, method, time, checksum and sizes: in this order in both headers. */
function writeCommon(header: Buffer, at: number, file: ZipRecord, when: Date): void {
  const { time, date } = dosTime(when);
  header.writeUInt16LE(UTF8_NAME | (file.streamed ? SIZES_FOLLOW : 0), at);
  header.writeUInt16LE(file.method, at + 2);
  header.writeUInt16LE(time, at + 4);
  header.writeUInt16LE(date, at + 6);
  header.writeUInt32LE(file.crc, at + 8);
  header.writeUInt32LE(Math.min(file.storedSize, MAX_32), at + 12);
  header.writeUInt32LE(Math.min(file.byteSize, MAX_32), at + 16);
}

function versionNeeded({ wide }: ZipRecord): number {
  return wide ? 45 : 20;
}

function zip64Extra(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8 * values.length, 2);
  for (const [index, value] of values.entries())
    extra.writeBigUInt64LE(BigInt(value), 4 + 8 * index);
  return extra;
}
