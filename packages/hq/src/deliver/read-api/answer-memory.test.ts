import { describe, expect, test } from "vitest";
import { type AnswerMemory, createAnswerMemory } from "./answer-memory.ts";

const free = (): boolean => true;

function takeOne(memory: AnswerMemory, bytes: number, isFree = free): Buffer {
  const taken = memory.during(() => memory.take(bytes), isFree);
  if (taken instanceof Promise) throw new Error("nothing was waited for");
  expect(taken).toHaveLength(bytes);
  return taken;
}

describe("the memory of answers", () => {
  test("is one place for one after the other", () => {
    const memory = createAnswerMemory();
    const { buffer } = takeOne(memory, 10);
    expect(takeOne(memory, 20).buffer).toBe(buffer);
  });

  test("is left to who still needs it when all is done", () => {
    const memory = createAnswerMemory();
    const { buffer } = takeOne(memory, 10, () => false);
    expect(takeOne(memory, 10).buffer).not.toBe(buffer);
  });

  test("is one answer's alone while that one waits", async () => {
    const memory = createAnswerMemory();
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = memory.during(async () => {
      const taken = memory.take(10);
      await promise;
      return taken;
    }, free);
    const other = takeOne(memory, 10);
    resolve();
    const { buffer } = await waiting;
    expect(other.buffer).not.toBe(buffer);
    expect(takeOne(memory, 10).buffer).toBe(buffer);
  });

  test("is given to nobody after its work was handed over, nor twice in it", async () => {
    const memory = createAnswerMemory();
    const { buffer } = takeOne(memory, 10);
    const late = await memory.during(async () => {
      await Promise.resolve();
      return memory.take(10);
    }, free);
    const two = memory.during(() => [memory.take(10), memory.take(10)], free);
    expect(late.buffer).not.toBe(buffer);
    expect(memory.take(10).buffer).not.toBe(buffer);
    expect(new Set((await two).map((taken) => taken.buffer === buffer))).toEqual(
      new Set([true, false]),
    );
  });

  test("is not trusted any more where work failed with it, and is there for the next", () => {
    const memory = createAnswerMemory();
    const taken: Buffer[] = [];
    const fail = (): never => {
      taken.push(memory.take(10));
      throw new Error("no");
    };
    expect(() => memory.during(fail, free)).toThrow("no");
    const next = takeOne(memory, 10);
    expect(next.buffer).not.toBe(taken[0]?.buffer);
    expect(takeOne(memory, 10).buffer).toBe(next.buffer);
  });

  test("is not for long answers", () => {
    const memory = createAnswerMemory();
    const long = takeOne(memory, 1024 * 1024);
    expect(takeOne(memory, 10).buffer).not.toBe(long.buffer);
  });
});
