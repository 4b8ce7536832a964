import { expect, test } from "vitest";
import { change, MAIN, newRepository } from "../repository/repository.fixture.ts";

test("recognizes ancestors of a commit whatever the clocks", async () => {
  const repository = await newRepository();
  const save = async (ref: string, when: string): Promise<string> => {
    const files = { a: when, b: ref };
    return (await repository.commit(ref, change(files, { when: new Date(when) }))).commit;
  };
  const first = await save(MAIN, "2026-11-20T09:30:00Z");
  const second = await save(MAIN, "2026-11-20T09:31:00Z");
  const later: string[] = [];
  for (let commit = 10; commit < 40; commit += 1) {
    later.push(await save(MAIN, `2020-01-01T00:00:${commit}Z`));
  }
  const other = await save("refs/heads/other", "2020-01-01T00:00:00Z");
  const tip = later.at(-1) ?? "";
  expect(await repository.areAncestors([second], tip)).toBe(true);
  expect(await repository.areAncestors([second, ...later, first], tip)).toBe(true);
  expect(await repository.areAncestors([tip], second)).toBe(false);
  expect(await repository.areAncestors([second, tip], later[0] ?? "")).toBe(false);
  expect(await repository.areAncestors([second, other], tip)).toBe(false);
  expect(await repository.areAncestors([second, "1".repeat(40)], tip)).toBe(false);
  expect(await repository.areAncestors([], tip)).toBe(true);
});
