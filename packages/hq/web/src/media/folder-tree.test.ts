import { expect, test } from "vitest";
import { foldersBelow } from "./folder-tree.ts";

const FOLDERS = [
  { folder: "trips/2025", files: 2 },
  { folder: "trips/2026/north", files: 3 },
  { folder: "tripsters", files: 1 },
];

test("includes folders that contain only folders, with total counts", () => {
  expect(foldersBelow(FOLDERS, undefined)).toEqual([
    { path: "trips", name: "trips", files: 5 },
    { path: "tripsters", name: "tripsters", files: 1 },
  ]);
  expect(foldersBelow(FOLDERS, "trips")).toEqual([
    { path: "trips/2025", name: "2025", files: 2 },
    { path: "trips/2026", name: "2026", files: 3 },
  ]);
  expect(foldersBelow(FOLDERS, "tripsters")).toEqual([]);
});
