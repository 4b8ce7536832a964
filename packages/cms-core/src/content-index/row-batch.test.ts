import * as fc from "fast-check";
import { expect, test } from "vitest";
import { codePoint } from "../../../../tests/support/code-point.ts";
import type { EntryRecord, RowRecord, RowText } from "./entry-writer.ts";
import { createRowPacker, unpackRows } from "./row-batch.ts";

const text = fc.oneof(fc.string(), fc.string({ unit: codePoint }));
const column = fc.oneof(text, fc.double({ noNaN: true }), fc.integer(), fc.constant(null));

const record = (width: number): fc.Arbitrary<EntryRecord> =>
  fc.record({
    columns: fc.array(column, { minLength: width, maxLength: width }),
    title: text,
    text,
    links: fc.array(fc.tuple(text, text), { maxLength: 2 }),
  });
const batches = fc
  .integer({ min: 1, max: 6 })
  .chain((width) => fc.array(fc.array(record(width), { minLength: 1, maxLength: 8 })));

test("rows come out of a batch as they were packed, whatever was packed in its memory before", () => {
  fc.assert(
    fc.property(batches, (all) => {
      const packer = createRowPacker();
      for (const records of all) {
        for (const one of records) packer.put(one);
        const batch = structuredClone(packer.take());
        expect(unpackRows(batch).map(withTexts)).toEqual(records);
        packer.reuse(batch.texts);
      }
    }),
  );
});

test("a batch has room for texts longer than those before", () => {
  const packer = createRowPacker();
  const long = { columns: [1], title: "é", text: "soil ".repeat(200_000), links: [] };
  for (let row = 0; row < 3; row += 1) packer.put(long);
  expect(packer.byteSize()).toBe(3 * 1_000_002);
  expect(unpackRows(packer.take()).map(withTexts)).toEqual([long, long, long]);
});

function withTexts({ columns, title, text: own, links }: RowRecord): RowRecord {
  return { columns, title: plain(title), text: plain(own), links };
}

function plain(rowText: RowText): string {
  if (typeof rowText === "string") return rowText;
  const { bytes, start, end } = rowText;
  return Buffer.from(bytes.subarray(start, end)).toString("latin1");
}
