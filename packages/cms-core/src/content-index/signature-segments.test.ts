import { DatabaseSync } from "node:sqlite";
import * as fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { gramSlots, wordSlots } from "../query/text-grams.ts";
import { createBuildSegments } from "./build-segments.ts";
import { readSegments } from "./read-segments.ts";
import { addToDraft, makeSegmentDraft, TAIL_ROWS, writeSegment } from "./signature-segments.ts";
import { TABLES } from "./tables.ts";

const WORDS = ["soil", "rain", "seed", "go", "京", "zq17x", "7xdj", "q17"];
// Of some words few texts have any, so that runs of theirs are lists in one segment and bits in another.
const text = fc
  .array(
    fc.oneof({ weight: 9, arbitrary: fc.constantFrom("soil", "go") }, fc.constantFrom(...WORDS)),
    {
      minLength: 1,
      maxLength: 3,
    },
  )
  .map((words) => words.join(" "));
// How many rows come while the index is built, and then in two runs of following.
const counts = fc.tuple(fc.nat(2300), fc.nat(90), fc.nat(90));
const limits = fc.record({ parts: fc.constantFrom(1, 2, 62), rare: fc.constantFrom(0, 1e4, 4e6) });

test("a row is found by its words wherever it is: written while building, later, or in memory", () => {
  fc.assert(
    fc.property(counts, limits, fc.infiniteStream(text), ([built, sealed, open], most, stream) => {
      const database = new DatabaseSync(":memory:");
      database.exec(TABLES);
      const texts = new Map<number, string>();
      const segments = createBuildSegments(database, most);
      const put = (row: number, take: (row: number, slots: Uint16Array) => void): void => {
        const own = stream.next().value;
        texts.set(row, own);
        take(row, gramSlots(own));
      };
      for (let count = 0; count < built; count += 1) put(segments.nextRow(), segments.takeSlots);
      segments.finish();
      const first = makeSegmentDraft(readSegments(database).end, TAIL_ROWS);
      for (let row = 0; row < sealed; row += 1) {
        put(first.firstRow + row, (at, slots) => addToDraft(first, at, slots));
      }
      writeSegment(database, first);
      const reader = readSegments(database);
      const tail = makeSegmentDraft(reader.end, TAIL_ROWS);
      for (let row = 0; row < open; row += 1) {
        put(tail.firstRow + row, (at, slots) => addToDraft(tail, at, slots));
      }
      for (const searched of WORDS) {
        const found = new Set(reader.candidates(wordSlots([searched]), tail));
        const missed = [...texts].filter(([row, own]) => own.includes(searched) && !found.has(row));
        expect(missed).toEqual([]);
        expect([...found].filter((row) => !texts.has(row))).toEqual([]);
      }
      database.close();
    }),
    { numRuns: 40 },
  );
});

test("most rows without a word are left out", () => {
  const database = new DatabaseSync(":memory:");
  onTestFinished(() => database.close());
  database.exec(TABLES);
  const segments = createBuildSegments(database);
  for (let row = 0; row < 3000; row += 1) {
    const at = segments.nextRow();
    segments.takeSlots(at, gramSlots(at === 2222 ? "a fern" : `line ${row} of soil`));
  }
  segments.finish();

  const reader = readSegments(database);
  const found = [...reader.candidates(wordSlots(["fern"]), makeSegmentDraft(reader.end, 32))];
  expect(found).toContain(2222);
  expect(found.length).toBeLessThan(100);
});
