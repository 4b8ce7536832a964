import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/** Handmade Git objects, including ones that Git itself would never create. */
export type RawType = "commit" | "tree" | "blob" | "tag";

/** An object of a pack. */
export interface PackedObject {
  readonly type: RawType | "delta";
  /** Declared size before compression, which can be wrong. */
  readonly size: number;
  /** A zlib stream, preceded by the base object for a delta. */
  readonly stream: Buffer;
}

export interface RawObject extends PackedObject {
  readonly oid: string;
}

export const NO_OID: string = "0".repeat(40);

const NUMBERS = { commit: 1, tree: 2, blob: 3, tag: 4, delta: 7 } as const;

export function rawObject(type: RawType, content: string | Buffer): RawObject {
  const bytes = Buffer.from(content);
  const named = Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]);
  const oid = createHash("sha1").update(named).digest("hex");
  return { type, oid, size: bytes.length, stream: deflateSync(bytes) };
}

/** A tree entry. Entries stay in the given order, even if Git would sort them differently. */
export type RawEntry = readonly [mode: string, name: string | Buffer, oid: string];

export function rawTree(entries: readonly RawEntry[]): RawObject {
  const bytes = entries.map(([mode, name, oid]) =>
    Buffer.concat([
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(oid, "hex"),
    ]),
  );
  return rawObject("tree", Buffer.concat(bytes));
}

export interface RawCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  /** @default Ann's */
  readonly author?: string;
  readonly message?: string | Buffer;
}

const ANN = "Ann <ann@example.test> 1700000000 +0000";

export function rawCommit({
  tree,
  parents,
  author = ANN,
  message = "Raw\n",
}: RawCommit): RawObject {
  const head = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${author}`,
    `committer ${ANN}`,
  ];
  return rawObject(
    "commit",
    Buffer.concat([Buffer.from(`${head.join("\n")}\n\n`), Buffer.from(message)]),
  );
}

/** @param count - Declared number of objects */
export function rawPack(objects: readonly PackedObject[], count: number = objects.length): Buffer {
  const header = Buffer.alloc(12);
  header.write("PACK");
  header.writeUInt32BE(2, 4);
  header.writeUInt32BE(count, 8);
  const body = Buffer.concat([
    header,
    ...objects.flatMap(({ type, size, stream }) => [headOf(NUMBERS[type], size), stream]),
  ]);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/** Encodes type and size: four bits of the size in the first byte, then seven per byte. */
function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 0x0f)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.push(rest % 128);
  }
  return Buffer.from(bytes.map((byte, at) => (at < bytes.length - 1 ? byte | 0x80 : byte)));
}

export function pktLine(text: string | Buffer): Buffer {
  const bytes = Buffer.from(text);
  const length = (bytes.length + 4).toString(16).padStart(4, "0");
  return Buffer.concat([Buffer.from(length), bytes]);
}

export interface RawMove {
  readonly ref: string | Buffer;
  readonly from: string;
  readonly to: string;
}

/** Returns the body of a push as Git sends it. */
export function pushBody(moves: readonly RawMove[], pack: Buffer): Buffer {
  const lines = moves.map(({ ref, from, to }, place) =>
    pktLine(
      Buffer.concat([
        Buffer.from(`${from} ${to} `),
        Buffer.from(ref),
        Buffer.from(place === 0 ? "\0report-status side-band-64k agent=raw\n" : "\n"),
      ]),
    ),
  );
  return Buffer.concat([...lines, Buffer.from("0000"), pack]);
}
