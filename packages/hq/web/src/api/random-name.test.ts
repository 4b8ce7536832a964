import { expect, test, vi } from "vitest";
import { randomName } from "./random-name.ts";

test("generates unique names over HTTP, where randomUUID is unavailable", () => {
  vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) });
  const names = Array.from({ length: 100 }, randomName);
  vi.unstubAllGlobals();
  expect(new Set(names).size).toBe(100);
  expect(names.filter((name) => !/^[a-z0-9]{24}$/.test(name))).toEqual([]);
});
