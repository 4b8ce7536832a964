import type { ListBody } from "./list-body.ts";

/** The parts of a file, written one after the other. */
export type Chunks = readonly Uint8Array[];

const COMMA = Buffer.from(",");

/** `{"contents":[…],"totalCount":n,"offset":0,"limit":n}`: the read API's page with every entry in it. */
export function renderList(body: ListBody): Chunks {
  const n = body.totalCount;
  const contents = body.segments.map(({ contents: bytes }) => bytes);
  return [
    Buffer.from('{"contents":['),
    ...joined(contents),
    Buffer.from(`],"totalCount":${n},"offset":0,"limit":${n}}`),
  ];
}

/**
 * `{"digest","rows":[[id,slug,digest,updatedAt,sortOrder],…]}` for readers that fetch only what changed.
 * `digest` is the SHA-256 of the type's list file, as the index has it.
 */
export function renderDelta(body: ListBody, digest: string): Chunks {
  const rows = body.segments.map(({ rows: bytes }) => bytes);
  return [
    Buffer.from(`{"digest":${JSON.stringify(digest)},"rows":[`),
    ...joined(rows),
    Buffer.from("]}"),
  ];
}

function joined(pieces: readonly Uint8Array[]): Uint8Array[] {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [COMMA, piece]));
}
