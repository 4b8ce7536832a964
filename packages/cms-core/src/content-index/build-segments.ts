import type { DatabaseSync } from "node:sqlite";
import type { RowSlots } from "./entry-writer.ts";
import { readSegments } from "./read-segments.ts";
import {
  addToDraft,
  BUILD_PART_ROWS,
  BUILD_ROWS,
  makeSegmentDraft,
  mergeDraft,
  writeSegment,
  type SegmentDraft,
} from "./signature-segments.ts";

/**
 * Gives out rows behind those there are, and takes their signatures, while an index is built;
 * `finish` writes the last segment.
 */
export function createBuildSegments(
  database: DatabaseSync,
): RowSlots & { readonly finish: () => void } {
  const { end } = readSegments(database);
  let part = makeSegmentDraft(end, BUILD_PART_ROWS);
  // Only made for what does not fit one part.
  let whole: SegmentDraft | undefined;
  let row = end;
  const finish = (): void => {
    if (whole !== undefined) mergeDraft(whole, part);
    writeSegment(database, whole ?? part);
    whole = undefined;
  };
  return {
    finish,
    nextRow: () => {
      row += 1;
      if (row < part.firstRow + BUILD_PART_ROWS) return row;
      whole ??= makeSegmentDraft(part.firstRow, BUILD_ROWS);
      if (row < whole.firstRow + BUILD_ROWS) mergeDraft(whole, part);
      else finish();
      part = makeSegmentDraft(row, BUILD_PART_ROWS);
      return row;
    },
    takeSlots: (of, slots) => addToDraft(part, of, slots),
  };
}
