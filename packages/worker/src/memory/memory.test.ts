import { array, assert, constantFrom, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { codePoint } from "../../../../tests/support/properties/code-point.ts";
import { putSecret } from "../secrets/secrets.ts";
import { temporarySecrets } from "../secrets/temporary-secrets.fixture.ts";
import {
  type MemoryEntry,
  parseMemoryChange,
  parseMemoryLine,
  parseNewMemory,
  renderMemory,
} from "./memory-entry.ts";
import {
  addMemory,
  changeMemory,
  deleteMemory,
  importMemory,
  type Memory,
  pruneMemory,
  readMemory,
} from "./memory.ts";
import { listMemory, type MemoryQuery, queryMemory } from "./query-memory.ts";

const NOW = new Date("2026-11-20T09:30:00.000Z");
const A = "paaaaaaaaaaaaaaaaaaa";
const B = "0f8fad5b-d9cb-469f-a165-70867728950e";

async function temporaryMemory(): Promise<Memory> {
  const secrets = await temporarySecrets();
  return { state: secrets.state, secrets };
}

function find({ state }: Memory, query: Partial<MemoryQuery>): readonly string[] {
  const page = queryMemory(state, { limit: 100, offset: 0, now: NOW, ...query });
  return page.contents.map(({ content }) => content);
}

describe("visibility by project", () => {
  test("includes a project's entries and universal ones, and only universal ones without a project", async () => {
    const memory = await temporaryMemory();
    const project = constantFrom(null, A, B);
    assert(
      property(
        array(project, { maxLength: 8 }),
        constantFrom(undefined, A, B),
        (projects, asked) => {
          memory.state.database.exec("DELETE FROM memory");
          memory.state.write(() => {
            for (const [at, projectId] of projects.entries()) {
              addMemory(memory, { content: `note ${at} of all`, projectId }, NOW);
            }
          });
          const seen = projects.flatMap((projectId, at) =>
            projectId === null || projectId === asked ? [`note ${at} of all`] : [],
          );
          const query = asked === undefined ? {} : { projectId: asked };
          for (const search of ["", "note", "all note"]) {
            expect([...find(memory, { ...query, search })].toSorted()).toEqual(seen.toSorted());
          }
        },
      ),
      { numRuns: 20 },
    );
  });
});

describe("a search", () => {
  test.for([
    ["deploy", ["Deploy on Fridays is off"]],
    ["dep fri", ["Deploy on Fridays is off"]],
    ["eploy", []],
    ["日本", ["東京で日本語を話す", "日本 に 行く"]],
    ["本語", ["東京で日本語を話す"]],
    ["日本語を", ["東京で日本語を話す"]],
    ["語", ["東京で日本語を話す"]],
    ["話", ["東京で日本語を話す"]],
    ["日語", []],
    ["ｻｰﾊﾞｰ", ["サーバーはPostgreSQLです"]],
    ["サーバー postgres", ["サーバーはPostgreSQLです"]],
    ["はPostgreSQL", ["サーバーはPostgreSQLです"]],
    ["데이터", ["데이터베이스를 쓴다"]],
    ["베이스", ["데이터베이스를 쓴다"]],
    ["cafe", ["Café notes"]],
    ['"', []],
    ["!!!", []],
    ['a"b', []],
    ["NEAR(deploy", []],
    ["content:deploy", []],
    ["deploy*", ["Deploy on Fridays is off"]],
    ["-deploy", ["Deploy on Fridays is off"]],
    ["deploy OR cafe", []],
    ["deploy\0fri", ["Deploy on Fridays is off"]],
  ] as const)("for %s", async ([search, found]) => {
    const memory = await temporaryMemory();
    memory.state.write(() => {
      for (const content of [
        "Deploy on Fridays is off",
        "東京で日本語を話す",
        "日本 に 行く",
        "サーバーはPostgreSQLです",
        "데이터베이스를 쓴다",
        "Café notes",
      ]) {
        addMemory(memory, { content }, NOW);
      }
    });
    expect([...find(memory, { search })].toSorted()).toEqual([...found].toSorted());
  });

  test("finds any part of text without spaces and never fails on user input", async () => {
    const memory = await temporaryMemory();
    const text = "設定は毎晩三時に再起動する";
    addMemory(memory, { content: text }, NOW);
    for (let begin = 0; begin < text.length; begin += 1) {
      for (let end = begin + 1; end <= text.length; end += 1) {
        expect(find(memory, { search: text.slice(begin, end) })).toEqual([text]);
      }
    }
    assert(
      property(string({ unit: codePoint, maxLength: 20 }), (search) => {
        expect(() => find(memory, { search })).not.toThrow();
      }),
    );
  });

  test("ranks the best matches first, and returns the newest first for very many matches", async () => {
    const memory = await temporaryMemory();
    memory.state.write(() => {
      addMemory(memory, { content: `needle ${"straw ".repeat(40)}` }, NOW);
      addMemory(memory, { content: "needle needle" }, NOW);
      for (let number = 0; number < 501; number += 1) {
        addMemory(memory, { content: `straw ${number}` }, NOW);
      }
    });
    expect(find(memory, { search: "needle" })[0]).toBe("needle needle");
    const page = queryMemory(memory.state, { search: "straw", limit: 2, offset: 1, now: NOW });
    expect(page.totalCount).toBe(502);
    expect(page.contents.map(({ content, score }) => [content, score])).toEqual([
      ["straw 499", 0],
      ["straw 498", 0],
    ]);
  });

  test("filters by kind and tag and rejects long queries", async () => {
    const memory = await temporaryMemory();
    addMemory(memory, { content: "one", kind: "decision", tags: ["db", "a-b"] }, NOW);
    addMemory(memory, { content: "two", tags: ["a"] }, NOW);
    expect(find(memory, { kind: "decision" })).toEqual(["one"]);
    expect(find(memory, { tag: "a" })).toEqual(["two"]);
    expect(find(memory, { search: "db" })).toEqual(["one"]);
    expect(() => find(memory, { search: "x".repeat(201) })).toThrow(/up to 200/);
  });
});

describe("an entry", () => {
  test("is found in its current state: updated, assigned to a project, deleted", async () => {
    const memory = await temporaryMemory();
    const { id } = addMemory(memory, { content: "old words" }, NOW);
    addMemory(memory, { content: "other" }, NOW);
    const later = new Date(NOW.getTime() + 1000);
    changeMemory(memory, id, { change: { content: "new words", projectId: A }, at: later });
    expect(find(memory, { search: "words" })).toEqual([]);
    expect(find(memory, { projectId: A })).toEqual(["new words", "other"]);
    expect(find(memory, { search: "old", projectId: A })).toEqual([]);
    expect([deleteMemory(memory.state, id), deleteMemory(memory.state, id)]).toEqual([true, false]);
    expect(find(memory, { search: "new", projectId: A })).toEqual([]);
    expect(() => readMemory(memory.state, id)).toThrow(
      expect.objectContaining({ code: "not_found" }),
    );
  });

  test("contains no secret of the worker or any workspace in any form", async () => {
    const memory = await temporaryMemory();
    const value = "s3cr3t-v4lue";
    putSecret(memory.secrets, { key: "A", workspaceId: "w1", value, at: NOW });
    const base64 = Buffer.from(`user:${value}`).toString("base64");
    const { id } = addMemory(
      memory,
      { content: `login with ${value}`, tags: [value], source: { note: base64 } },
      NOW,
    );
    changeMemory(memory, id, { change: { content: `it is ${value}!` }, at: NOW });
    const stored = JSON.stringify([...listMemory(memory.state)]);
    expect(stored).toContain("it is ***!");
    expect(stored).not.toContain(value);
    expect(stored).not.toContain(base64.slice(8));
  });

  test("is deleted when expired, or unchanged for too long", async () => {
    const memory = await temporaryMemory();
    const day = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
    addMemory(memory, { content: "brief", expiresAt: day(1).toISOString() }, NOW);
    addMemory(memory, { content: "old" }, NOW);
    addMemory(memory, { content: "new" }, day(9));
    expect(find(memory, { now: day(1) })).toEqual(["new", "old"]);
    expect(pruneMemory(memory.state, { now: day(1), retentionDays: undefined })).toBe(1);
    expect(pruneMemory(memory.state, { now: day(10), retentionDays: 5 })).toBe(1);
    expect(find(memory, { search: "old" })).toEqual([]);
    expect(find(memory, {})).toEqual(["new"]);
  });

  test.for([
    [{}, /content: /],
    [{ content: " " }, /must not be empty/],
    [{ content: "é".repeat(8193) }, /at most 16 KiB/],
    [{ content: "a\0" }, /without NUL/],
    [{ content: "a", project_id: "../" }, /project_id: /],
    [{ content: "a", kind: "secret" }, /kind: /],
    [{ content: "a", expiresAt: "tomorrow" }, /must be a time/],
    [{ content: "a", id: "x" }, /Unrecognized key/],
  ] as const)("rejects invalid input with a reason: %#", ([value, message]) => {
    expect(() => parseNewMemory(value)).toThrow(message);
  });

  test("changes only the given properties in an update", () => {
    expect(parseMemoryChange({ project_id: null })).toEqual({ projectId: null });
    expect(parseNewMemory({ content: "a", project_id: A })).toEqual({ content: "a", projectId: A });
  });
});

test("is the same after export and import, and keeps a later change", async () => {
  const one = await temporaryMemory();
  const original = addMemory(one, { content: "kept", projectId: A, tags: ["t"] }, NOW);
  addMemory(one, { content: "日本語", source: { run: "r1" }, expiresAt: NOW.toISOString() }, NOW);
  const lines = [...listMemory(one.state)].map((entry) => JSON.stringify(renderMemory(entry)));
  const other = await temporaryMemory();
  const entries = (): MemoryEntry[] => lines.map(parseMemoryLine);
  expect([importMemory(other, entries()), importMemory(other, entries())]).toEqual([2, 0]);
  expect([...listMemory(other.state)]).toEqual([...listMemory(one.state)]);
  const later = new Date(NOW.getTime() + 1);
  changeMemory(other, original.id, { change: { content: "changed here" }, at: later });
  importMemory(other, entries());
  expect(readMemory(other.state, original.id).content).toBe("changed here");
  expect(() => parseMemoryLine("{")).toThrow(/not valid JSON/);
});
