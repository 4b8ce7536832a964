import type { EntryHead } from "../../content/entry/complete-entry.ts";

const FENCE = /^(?:\uFEFF)?---[ \t]*(\r?\n)/;

/**
 * Puts the keys that a file lacks before the others, and leaves every other byte as it is; a file without front matter
 * is given some.
 */
export function insertHead(
  bytes: Uint8Array,
  head: Partial<EntryHead>,
  { isPlain }: { readonly isPlain: boolean },
): Uint8Array {
  const lines = (["id", "schema", "createdAt"] as const).flatMap((key) =>
    head[key] === undefined ? [] : [`${key}: ${head[key]}`],
  );
  if (lines.length === 0) return bytes;
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  const start = buffer.subarray(0, 64).toString("utf8");
  const fence = FENCE.exec(start);
  const lineBreak = fence?.[1] ?? (buffer.includes("\r\n") ? "\r\n" : "\n");
  const text = lines.map((line) => line + lineBreak).join("");
  if (fence !== null) {
    const at = Buffer.byteLength(fence[0]);
    return Buffer.concat([buffer.subarray(0, at), Buffer.from(text), buffer.subarray(at)]);
  }
  if (isPlain) return Buffer.concat([Buffer.from(text), buffer]);
  const rule = `---${lineBreak}`;
  return Buffer.concat([Buffer.from(rule + text + rule), buffer]);
}
