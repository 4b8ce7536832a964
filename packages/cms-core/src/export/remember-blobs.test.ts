import * as fc from "fast-check";
import { expect, test } from "vitest";
import { rememberBlobs } from "./remember-blobs.ts";

/** Blobs whose bytes are their names; takes note of what is asked for. */
function reader() {
  const asked: string[] = [];
  const readBlobs = async (oids: readonly string[]): Promise<Uint8Array[]> => {
    asked.push(...oids);
    return oids.map((oid) => Buffer.from(oid));
  };
  return { asked, readBlobs };
}

const names = fc.array(fc.constantFrom("a", "bb", "ccc", "dddd"), { maxLength: 6 });

test("gives what was asked for in its order, however much there is room for", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(names), fc.nat({ max: 12 }), async (questions, mostBytes) => {
      const blobs = rememberBlobs(reader(), { mostBytes });
      const answers = await Promise.all(questions.map(async (oids) => blobs.readBlobs(oids)));
      expect(answers.map((found) => found.map(String))).toEqual(questions);
    }),
  );
});

test("asks once for what there is room for, and again for the rest", async () => {
  const { asked, readBlobs } = reader();
  const blobs = rememberBlobs({ readBlobs }, { mostBytes: 5 });
  await blobs.readBlobs(["ccc", "dddd", "bb"]);
  await blobs.readBlobs(["bb", "dddd", "ccc"]);
  expect(asked).toEqual(["ccc", "dddd", "bb", "dddd"]);
});

test("what is forgotten is asked for again", async () => {
  const { asked, readBlobs } = reader();
  const blobs = rememberBlobs({ readBlobs });
  await blobs.readBlobs(["a"]);
  blobs.forget();
  expect((await blobs.readBlobs(["a"])).map(String)).toEqual(["a"]);
  expect(asked).toEqual(["a", "a"]);
});
