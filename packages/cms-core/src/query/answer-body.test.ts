import { describe, expect, test } from "vitest";
import { startBody } from "./answer-body.ts";
import type { QueryEntry } from "./query-entry.ts";

const LONG = "x".repeat(20_000);

/** Entries in one list, whose text nobody may ask for. */
function listOf(...values: readonly string[]): { list: Buffer; entries: readonly QueryEntry[] } {
  const texts = values.map((value, at) => JSON.stringify({ id: `e${at}`, value }));
  const list = Buffer.from(texts.join(","));
  let start = 0;
  const entries = texts.map((text, at): QueryEntry => {
    const bytes = list.subarray(start, start + text.length);
    start += text.length + 1;
    return {
      id: `e${at}`,
      type: "posts",
      slug: `post-${at}`,
      get json(): string {
        throw new Error("the bytes are at hand");
      },
      bytes,
    };
  });
  return { list, entries };
}

function bodyOf(add: (body: ReturnType<typeof startBody>) => void) {
  const body = startBody(undefined);
  add(body);
  const { pieces, length } = body.finish();
  return { pieces, length, text: Buffer.concat(pieces).toString() };
}

describe("the body of an answer", () => {
  test("is the memory of a list where its entries stand beside each other", () => {
    const { list, entries } = listOf(LONG, LONG, LONG);
    const { pieces, length, text } = bodyOf((body) => {
      body.addText("[");
      for (const [at, entry] of entries.entries()) {
        if (at > 0) body.addText(",");
        body.addEntry(entry);
      }
      body.addText("]");
    });
    expect(text).toBe(`[${list.toString()}]`);
    expect(length).toBe(text.length);
    expect(pieces.map((piece) => piece.length)).toEqual([1, list.length, 1]);
    expect(pieces[1]?.buffer).toBe(list.buffer);
  });

  test("has what stands elsewhere in its place", () => {
    const { entries } = listOf(LONG, LONG, LONG);
    const [first, , third] = entries;
    const other = listOf("other").entries[0];
    if (!first || !third || !other) throw new Error("there are three, and another one");
    const { text } = bodyOf((body) => {
      for (const entry of [first, third, other, first]) body.addEntry(entry);
    });
    const shown = [`{"id":"e0","value":"${LONG}"}`, `{"id":"e2","value":"${LONG}"}`];
    expect(text).toBe(`${shown.join("")}{"id":"e0","value":"other"}${shown[0]}`);
  });

  test("is copied into one piece where it is made of short ones", () => {
    const { entries } = listOf("one", "two", "three");
    const { pieces, text } = bodyOf((body) => {
      for (const entry of entries.toReversed()) body.addEntry(entry);
    });
    expect(pieces).toHaveLength(1);
    expect(text).toBe(
      '{"id":"e2","value":"three"}{"id":"e1","value":"two"}{"id":"e0","value":"one"}',
    );
  });
});
