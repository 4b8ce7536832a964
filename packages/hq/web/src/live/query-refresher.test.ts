import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createQueryRefresher } from "./query-refresher.ts";
import { siteEventQueries, type SiteEvent, siteTopic } from "./site-event-queries.ts";
import { workspaceEventQueries } from "./workspace-events.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const saved = (id: string) => ({ event: "entry.saved", data: { id, type: "posts" } }) as const;

/** Renders some queries of a site, and counts their fetches. */
function show(keys: Readonly<Record<string, readonly unknown[]>>) {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const reads: Record<string, number> = {};
  for (const [name, queryKey] of Object.entries(keys)) {
    const queryFn = () => {
      reads[name] = (reads[name] ?? -1) + 1;
      return reads[name];
    };
    new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined);
  }
  return { queries, reads };
}

const atSite = (event: SiteEvent) => siteEventQueries("s1", event);

const SHOWN = {
  site: ["site", "s1"],
  list: ["site", "s1", "entries", { search: "" }],
  open: ["site", "s1", "entry", "posts", "e1"],
  other: ["site", "s1", "entry", "posts", "e2"],
  releases: ["site", "s1", "releases"],
  elsewhere: ["site", "s2", "entries", { search: "" }],
};

describe("events by others", () => {
  test("refetch the affected queries once per batch", async () => {
    const { queries, reads } = show(SHOWN);
    await vi.advanceTimersByTimeAsync(0);
    const renewal = createQueryRefresher(queries, atSite, () => false);
    for (let at = 0; at < 50; at += 1) renewal.take(saved("e1"));
    await vi.advanceTimersByTimeAsync(200);
    expect(reads).toEqual({ site: 0, list: 1, open: 1, other: 0, releases: 0, elsewhere: 0 });
    renewal.close();
  });

  test("refetch once per second during a flood", async () => {
    const { queries, reads } = show(SHOWN);
    const renewal = createQueryRefresher(queries, atSite, () => false);
    for (let at = 0; at < 50; at += 1) {
      renewal.take(saved("e1"));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(reads["list"]).toBeLessThanOrEqual(6);
    expect(reads["list"]).toBeGreaterThanOrEqual(4);
    renewal.close();
  });

  test("refetch in a hidden page when it becomes visible", async () => {
    const { queries, reads } = show(SHOWN);
    await vi.advanceTimersByTimeAsync(0);
    const renewal = createQueryRefresher(queries, atSite, () => true);
    renewal.take(saved("e1"));
    await vi.advanceTimersByTimeAsync(200);
    expect(reads["list"]).toBe(0);
    expect(queries.getQueryState(SHOWN.list)?.isInvalidated).toBe(true);
    renewal.close();
  });

  test("refetch the whole site after a gap", async () => {
    const { queries, reads } = show(SHOWN);
    await vi.advanceTimersByTimeAsync(0);
    const renewal = createQueryRefresher(queries, atSite, () => false);
    renewal.take({ event: "reset", data: {} });
    await vi.advanceTimersByTimeAsync(200);
    expect(reads).toEqual({ site: 1, list: 1, open: 1, other: 1, releases: 1, elsewhere: 0 });
    renewal.close();
  });
});

test("refetches only the site itself when a role changes", () => {
  const renewed = siteEventQueries("s1", { event: "access.changed", data: {} });
  expect(renewed).toContainEqual({ queryKey: ["site", "s1"], exact: true });
  expect(renewed).not.toContainEqual({ queryKey: ["site", "s1"], exact: false });
});

test("ignores invalid messages from other windows", () => {
  expect(siteTopic("s1").isEvent({ event: "entry.saved", data: {} })).toBe(true);
  for (const other of [null, "x", { event: "entry.saved" }, { event: "toString", data: {} }]) {
    expect(siteTopic("s1").isEvent(other)).toBe(false);
  }
});

test("refetches a workflow's run when one of its steps changes", () => {
  const data = { id: "r2", parentId: "r1", state: "running" };
  const keys = workspaceEventQueries("main", { event: "run.changed", data });
  expect(keys.map(({ queryKey }) => queryKey.slice(2))).toEqual([
    ["runs"],
    ["run", "r2"],
    ["run", "r1"],
  ]);
});
