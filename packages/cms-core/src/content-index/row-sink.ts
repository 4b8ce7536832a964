import { createBuildSegments } from "./build-segments.ts";
import { openDraftFile } from "./database.ts";
import { createEntryWriter, NO_TOUCH } from "./entry-writer.ts";
import { unpackRows, type TouchedBatch } from "./row-batch.ts";
import { INDEXES } from "./tables.ts";

/** Takes the rows of entries into a new index file. */
export interface RowSink {
  readonly put: (batch: TouchedBatch) => void;
  /** Makes the indexes and closes the file. */
  readonly finish: () => void;
  /** Closes the file as it is. */
  readonly close: () => void;
}

export function createRowSink(path: string): RowSink {
  const database = openDraftFile(path);
  const segments = createBuildSegments(database);
  const entries = createEntryWriter(database, segments);
  return {
    put: (batch) => {
      for (const [row, record] of unpackRows(batch).entries()) {
        entries.putRecord(record, batch.touches[row] ?? NO_TOUCH);
      }
    },
    finish: () => {
      for (const statement of INDEXES) database.exec(statement);
      segments.finish();
      database.exec("COMMIT");
      database.close();
    },
    close: () => database.close(),
  };
}
