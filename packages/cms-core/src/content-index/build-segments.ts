import type { DatabaseSync } from "node:sqlite";
import type { RowSlots } from "./entry-writer.ts";
import {
  addToDraft,
  BUILD_PART_ROWS,
  BUILD_ROWS,
  makeSegmentDraft,
  mergeDraft,
  writeSegment,
} from "./signature-segments.ts";

/** Rows and signatures while an index is built; `finish` writes the last segment. */
export function createBuildSegments(
  database: DatabaseSync,
): RowSlots & { readonly finish: () => void } {
  let draft = makeSegmentDraft(0, BUILD_ROWS);
  let part = makeSegmentDraft(0, BUILD_PART_ROWS);
  let row = 0;
  const finish = (): void => {
    mergeDraft(draft, part);
    writeSegment(database, draft);
  };
  return {
    finish,
    nextRow: () => {
      row += 1;
      if (row < part.firstRow + BUILD_PART_ROWS) return row;
      if (row < draft.firstRow + BUILD_ROWS) {
        mergeDraft(draft, part);
      } else {
        finish();
        draft = makeSegmentDraft(row, BUILD_ROWS);
      }
      part = makeSegmentDraft(row, BUILD_PART_ROWS);
      return row;
    },
    takeSlots: (of, slots) => addToDraft(part, of, slots),
  };
}
