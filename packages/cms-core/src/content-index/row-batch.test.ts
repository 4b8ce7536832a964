import * as fc from "fast-check";
import { expect, test } from "vitest";
import { packRows, unpackRows } from "./row-batch.ts";

const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }));
const column = fc.oneof(text, fc.double({ noNaN: true }), fc.integer(), fc.constant(null));

test("rows come out of a batch as they were packed, in another thread too", () => {
  const rows = fc.integer({ min: 1, max: 6 }).chain((width) =>
    fc.array(
      fc.record({
        columns: fc.array(column, { minLength: width, maxLength: width }),
        text,
        links: fc.array(fc.tuple(text, text), { maxLength: 2 }),
      }),
      { minLength: 1, maxLength: 8 },
    ),
  );
  fc.assert(
    fc.property(rows, (records) => {
      expect(unpackRows(structuredClone(packRows(records)))).toEqual(records);
    }),
  );
});
