import { expect, test } from "vitest";
import { faultFolder } from "./support/fault-folder.ts";
import { inRounds } from "./support/rounds.ts";
import {
  makeBase,
  makeLongBase,
  ONE_IMPORT,
  ONE_SAVE,
  savers,
  SIXTEEN_SAVES,
} from "./support/save-scenarios.ts";
import { cutPowerEverywhere, failEachCall, type FaultOptions } from "./support/scenario.ts";

async function base(make: (folder: string) => Promise<void> = makeBase): Promise<string> {
  const folder = await faultFolder();
  await make(folder);
  return folder;
}

const FAULTS: readonly FaultOptions[] = [
  { code: "EIO", moment: "before" },
  { code: "EIO", moment: "after" },
  { code: "ENOSPC", moment: "short", lasting: true },
  { code: "EMFILE", moment: "before" },
  { code: "EROFS", moment: "before", lasting: true },
];

test.each(FAULTS)(
  "a save that meets $code ($moment) fails clean, and the next one is safe",
  async (fault) => {
    const runs = await failEachCall(ONE_SAVE, await base(), fault);
    expect(runs.length).toBeGreaterThanOrEqual(inRounds(2));
  },
);

test("DUR-03 two saves at once that meet EIO fail clean, and the next ones are safe", async () => {
  const runs = await failEachCall(savers(2), await base(), { code: "EIO", moment: "before" });
  expect(runs.length).toBeGreaterThanOrEqual(inRounds(11));
});

test("DUR-01 a power cut at any instant of saves loses none that was acknowledged", async () => {
  const one = await cutPowerEverywhere(ONE_SAVE, await base());
  const eight = await cutPowerEverywhere(savers(8, 3), await base());
  expect(one.cuts).toBeGreaterThanOrEqual(inRounds(21));
  expect(eight.acknowledged).toBe(24);
}, 120_000);

test("a power cut at any instant of an import of many files loses none that was acknowledged", async () => {
  const { acknowledged } = await cutPowerEverywhere(ONE_IMPORT, await base(), {
    most: inRounds(5),
  });
  expect(acknowledged).toBe(1);
});

test.each<FaultOptions>([
  { code: "EIO", moment: "before" },
  { code: "ENOSPC", moment: "short", lasting: true, step: 2 },
])(
  "saves in a long folder that meet $code ($moment) fail clean, and the next ones are safe",
  async (fault) => {
    // The first list is written as a whole; what the second adds to is written beforehand.
    const runs = await failEachCall(savers(1, 2), await base(makeLongBase), fault);
    const packs = runs.flatMap(({ hit: { path } }) => /tmp_pack_loam-\w+/.exec(path) ?? []);
    expect(packs.length).toBeGreaterThanOrEqual(inRounds(4));
  },
  120_000,
);

test("a power cut at any instant of a save in a long folder loses none that was acknowledged", async () => {
  const cut = await cutPowerEverywhere(ONE_SAVE, await base(makeLongBase), { most: inRounds(16) });
  expect(cut.cuts).toBeGreaterThanOrEqual(inRounds(21));
}, 120_000);

test("a power cut at any instant while lists of a long folder are put together loses no save", async () => {
  const { acknowledged } = await cutPowerEverywhere(SIXTEEN_SAVES, await base(makeLongBase), {
    most: inRounds(10),
  });
  expect(acknowledged).toBe(16);
}, 240_000);
