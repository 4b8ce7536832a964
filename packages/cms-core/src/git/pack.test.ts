import { randomBytes } from "node:crypto";
import { inflateSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { deflateText, storeBytes } from "./deflate.ts";
import { makeDelta } from "./delta.ts";

/** git's patch-delta, by the format's description in gitformat-pack(5). */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const next = (): number => delta[at++] ?? 0;
  const size = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = next();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  const argument = (command: number, bits: readonly number[]): number =>
    bits.reduce((sum, bit, place) => sum + ((command & bit) === 0 ? 0 : next() * 256 ** place), 0);
  expect(size()).toBe(base.length);
  const length = size();
  const parts: Buffer[] = [];
  while (at < delta.length) {
    const command = next();
    if (command < 0x80) {
      parts.push(delta.subarray(at, at + command));
      at += command;
      continue;
    }
    const offset = argument(command, [1, 2, 4, 8]);
    const count = argument(command, [16, 32, 64]);
    parts.push(base.subarray(offset, offset + (count === 0 ? 0x10000 : count)));
  }
  const target = Buffer.concat(parts);
  expect(target.length).toBe(length);
  return target;
}

function whole(pieces: readonly { readonly bytes: Buffer }[]): Buffer {
  return Buffer.concat(pieces.map((piece) => piece.bytes));
}

const bytes = fc.uint8Array({ maxLength: 400 }).map((array) => Buffer.from(array));

test("a delta makes the target out of its base", () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, bytes, (head, before, after, tail) => {
      const base = Buffer.concat([head, before, tail]);
      const target = Buffer.concat([head, after, tail]);
      expect(applyDelta(base, makeDelta([{ bytes: base }], [{ bytes: target }]))).toEqual(target);
    }),
  );
});

test("a delta of lists in pieces makes the target, wherever pieces were changed, added or removed", () => {
  const pieces = fc.array(bytes, { minLength: 1, maxLength: 6 });
  const edits = fc.array(
    fc.record({ at: fc.nat(6), gone: fc.nat(2), pieces: fc.array(bytes, { maxLength: 2 }) }),
    { maxLength: 3 },
  );
  fc.assert(
    fc.property(pieces, edits, (texts, changes) => {
      const base = texts.map((text) => ({ bytes: text }));
      const target = [...base];
      for (const { at, gone, pieces: more } of changes) {
        target.splice(at, gone, ...more.map((text) => ({ bytes: text })));
      }
      expect(applyDelta(whole(base), makeDelta(base, target))).toEqual(whole(target));
      const [one, other] = [{ bytes: whole(base) }, { bytes: whole(target) }];
      expect(applyDelta(one.bytes, makeDelta([one], [other]))).toEqual(other.bytes);
    }),
  );
});

test("a delta of a large folder's list holds little more than what changed", () => {
  const base = Buffer.alloc(200_000, "0123456789abcdefghijklmnopqrstuvwxyz");
  const target = Buffer.from(base);
  target.write("changed", 150_000);
  const delta = makeDelta([{ bytes: base }], [{ bytes: target }]);

  expect(delta.length).toBeLessThan(80);
  expect(applyDelta(base, delta).equals(target)).toBe(true);
});

function entry(number: number): Buffer {
  return Buffer.concat([Buffer.from(`100644 entry-${number}.yml\0`), randomBytes(20)]);
}

test("a delta of a list in which several entries changed holds little more than those", () => {
  const entries = Array.from({ length: 1200 }, (_, number) => entry(number));
  const base = Buffer.concat(entries);
  for (const number of [3, 400, 401, 777, 1198]) entries[number] = entry(number);
  entries.splice(900, 1, entry(5000), entry(5001));
  const target = Buffer.concat(entries);
  const delta = makeDelta([{ bytes: base }], [{ bytes: target }]);

  expect(applyDelta(base, delta).equals(target)).toBe(true);
  expect(delta.length).toBeLessThan(600);
});

test("stored and deflated bytes inflate to what they were", () => {
  const sizes = [0, 1, 255, 256, 3799, 3801, 65_535, 65_536, 200_001];
  for (const size of sizes) {
    const body = Buffer.alloc(size, "\u00ff\u0000Loam");
    expect(inflateSync(storeBytes(body)).equals(body)).toBe(true);
    expect(inflateSync(deflateText(body)).equals(body)).toBe(true);
  }
});
