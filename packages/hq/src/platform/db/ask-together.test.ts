import { setImmediate as turn } from "node:timers/promises";
import { expect, test } from "vitest";
import { askTogether } from "./ask-together.ts";

/** Counts up, and lets each question wait until it is let go. */
function counter() {
  const asked: { readonly key: string; readonly count: number; readonly goOn: () => void }[] = [];
  let last = 0;
  const ask = askTogether<number>(async (key, count) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    asked.push({ key, count, goOn: resolve });
    await promise;
    if (key === "broken") throw new Error("no answer");
    return Array.from({ length: count }, () => (last += 1));
  });
  return { asked, ask };
}

test("who asks at one time is asked for together, and who comes meanwhile by the next question", async () => {
  const { asked, ask } = counter();
  const first = [ask("a"), ask("a")];
  await turn();
  expect(asked).toMatchObject([{ key: "a", count: 2 }]);
  const others = [ask("a"), ask("a"), ask("a")];
  await turn();
  expect(asked).toHaveLength(1);
  asked[0]?.goOn();
  expect(await Promise.all(first)).toEqual([1, 2]);
  await turn();
  expect(asked.slice(1)).toMatchObject([{ key: "a", count: 3 }]);
  asked[1]?.goOn();
  expect(await Promise.all(others)).toEqual([3, 4, 5]);
  await turn();
  const later = ask("a");
  await turn();
  expect(asked.slice(2)).toMatchObject([{ key: "a", count: 1 }]);
  asked[2]?.goOn();
  expect(await later).toBe(6);
});

test("another key is not waited for", async () => {
  const { asked, ask } = counter();
  const slow = ask("a");
  const other = ask("b");
  await turn();
  asked[1]?.goOn();
  expect(await other).toBe(1);
  asked[0]?.goOn();
  expect(await slow).toBe(2);
});

test("a failure is told to all who were asked for, and to none who came later", async () => {
  const { asked, ask } = counter();
  const first = [ask("broken"), ask("broken")];
  await turn();
  const later = ask("broken");
  asked[0]?.goOn();
  for (const one of first) await expect(one).rejects.toThrow("no answer");
  await turn();
  expect(asked).toMatchObject([{ count: 2 }, { count: 1 }]);
  asked[1]?.goOn();
  await expect(later).rejects.toThrow("no answer");
});
