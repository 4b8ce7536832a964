import { expect, test } from "vitest";
import { type PersonHere, Presence } from "./presence.ts";

function openPresence() {
  const reports: { readonly id: string; readonly people: readonly PersonHere[] }[] = [];
  const clock = { ms: 0 };
  const presence = new Presence({
    onChange: (_site, entry) => reports.push(entry),
    nowMs: () => clock.ms,
  });
  return { presence, reports, clock };
}

const ann = { site: "s1", entry: "e1", user: "ann", name: "Ann", window: "w-1" };
const ben = { ...ann, user: "ben", name: "Ben" };

test("reports once when a user joins, changes field, or leaves", () => {
  const { presence, reports } = openPresence();
  presence.update(ann);
  presence.update(ann);
  presence.update({ ...ann, field: "summary" });
  presence.update({ ...ann, field: "summary" });
  presence.update({ ...ann, left: true });
  presence.update({ ...ann, left: true });
  const person = { user: "ann", name: "Ann" };
  expect(reports).toEqual([
    { id: "e1", people: [{ ...person, fields: [] }] },
    { id: "e1", people: [{ ...person, fields: ["summary"] }] },
    { id: "e1", people: [] },
  ]);
});

test("shows a user in two windows once with two fields", () => {
  const { presence } = openPresence();
  presence.update({ ...ann, field: "title" });
  presence.update({ ...ann, window: "w-2", field: "summary" });
  presence.update({ ...ben, field: "title" });
  expect(presence.at("s1", "e1")).toEqual([
    { user: "ann", name: "Ann", fields: ["title", "summary"] },
    { user: "ben", name: "Ben", fields: ["title"] },
  ]);
  presence.update({ ...ann, left: true });
  expect(presence.at("s1", "e1")[0]?.fields).toEqual(["summary"]);
});

test("separates entries and sites", () => {
  const { presence, reports } = openPresence();
  presence.update(ann);
  presence.update({ ...ann, entry: "e2" });
  expect(presence.at("s1", "e1")).toEqual([]);
  expect(presence.at("s2", "e2")).toEqual([]);
  expect(reports.map(({ id, people }) => [id, people.length])).toEqual([
    ["e1", 1],
    ["e1", 0],
    ["e2", 1],
  ]);
});

test("removes a user without an update for half a minute", () => {
  const { presence, reports, clock } = openPresence();
  presence.update(ann);
  clock.ms = 20_000;
  presence.update(ben);
  clock.ms = 29_999;
  presence.forget();
  expect(presence.at("s1", "e1")).toHaveLength(2);
  clock.ms = 30_000;
  presence.forget();
  expect(reports.at(-1)?.people.map(({ name }) => name)).toEqual(["Ben"]);
});

test("limits a user to twenty windows", () => {
  const { presence } = openPresence();
  for (let at = 0; at < 50; at += 1)
    presence.update({ ...ann, entry: `e${at}`, window: `w-${at}` });
  const held = Array.from({ length: 50 }, (_, at) => presence.at("s1", `e${at}`).length);
  expect(held.lastIndexOf(0)).toBe(29);
  expect(held.filter((count) => count === 1)).toHaveLength(20);
});
