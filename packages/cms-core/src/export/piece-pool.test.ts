import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { giveBackPiece, PIECE_BYTES, takePiece } from "./piece-pool.ts";
import { writeExportFile } from "./write-export-file.ts";

test("memory is taken again when it was given back, once", () => {
  const piece = takePiece();
  giveBackPiece(piece.subarray(0, 10));
  giveBackPiece(piece);
  const [first, second] = [takePiece(), takePiece()];
  expect(first.buffer).toBe(piece.buffer);
  expect(second.buffer).not.toBe(piece.buffer);
});

test("memory that is nobody's piece is not handed out", () => {
  const own = Buffer.alloc(PIECE_BYTES, "own");
  giveBackPiece(own);
  takePiece().fill(0);
  expect(own.toString()).toMatch(/^(?:own)+o?$/);
});

test("an export that goes to a file leaves alone the pieces of one that somebody keeps", async () => {
  const folder = mkdtempSync(join(tmpdir(), "loam-pieces-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, "export.zip");
  const kept: Buffer[] = [];
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let byte = 1; byte <= 20; byte += 1) {
      kept.push(takePiece().fill(100 + byte));
      yield takePiece().fill(byte);
    }
  }
  await writeExportFile(path, pieces());

  const bytes = Array.from({ length: 20 }, (_, at) => at + 1);
  const whole = (from: number): Buffer =>
    Buffer.concat(bytes.map((byte) => Buffer.alloc(PIECE_BYTES, from + byte)));
  expect(readFileSync(path).equals(whole(0))).toBe(true);
  expect(Buffer.concat(kept).equals(whole(100))).toBe(true);
});
