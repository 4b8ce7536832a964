import { openContentIndex, type ContentIndex, type DueSchedule } from "@loam/cms-core/find";
import { publishEntries, reorderPublished, unpublishEntries } from "@loam/cms-core/publish";
import { expect, onTestFinished, test } from "vitest";
import { ACTOR, createBlog, type Blog } from "../../support/site/blog-site.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const at = (day: number): string => `2030-01-${String(day).padStart(2, "0")}T00:00:00.000Z`;

const on = (day: number): { actor: typeof ACTOR; now: () => Date } => {
  return { actor: ACTOR, now: () => new Date(at(day)) };
};

interface Scheduled {
  readonly blog: Blog;
  readonly index: ContentIndex;
  readonly id: string;
  readonly save: (title: string, times: Times) => Promise<void>;
  readonly publish: (day: number) => Promise<void>;
  readonly unpublish: (day: number) => Promise<void>;
  /** Returns the schedules due on a day. */
  readonly due: (day: number) => Promise<readonly Pick<DueSchedule, "action" | "at">[]>;
}

interface Times {
  readonly publishAt?: string | null;
  readonly unpublishAt?: string | null;
}

async function scheduled(times: Times): Promise<Scheduled> {
  const blog = await createBlog(await temporaryFolder("index-schedules"));
  const { store } = blog;
  const index = await openContentIndex(store.repository, { path: `${blog.folder}/index.db` });
  onTestFinished(async () => {
    await index.close();
    await store.close();
  });
  const { id } = await blog.save("posts", "one", { title: "One" });
  const save = async (title: string, given: Times): Promise<void> => {
    const values = new Map([["title", title]]);
    await store.saveEntry({ type: "posts", id, values, ...given }, { actor: ACTOR });
  };
  await save("One", times);
  return {
    blog,
    index,
    id,
    save,
    publish: async (day) => void (await publishEntries(store, { entries: [{ id }], ...on(day) })),
    unpublish: async (day) => void (await unpublishEntries(store, { ids: [id], ...on(day) })),
    due: async (day) => {
      await index.follow();
      const found = await index.dueSchedules(new Date(at(day)));
      return found.map(({ action, at: time }) => ({ action, at: time }));
    },
  };
}

test("a publish is due from its time until it is done, not after later saves", async () => {
  const { due, publish, save } = await scheduled({ publishAt: at(10) });

  expect(await due(9)).toEqual([]);
  expect(await due(12)).toEqual([{ action: "publish", at: at(10) }]);
  await publish(12);
  expect(await due(13)).toEqual([]);
  await save("Two", {});
  expect(await due(14)).toEqual([]);
  await save("Two", { publishAt: at(20) });
  expect(await due(21)).toEqual([{ action: "publish", at: at(20) }]);
});

test("a manual publish replaces a schedule only after its time", async () => {
  const { due, publish, save } = await scheduled({ publishAt: at(10) });
  await publish(5);
  expect(await due(11)).toEqual([]);
  await save("Two", {});
  expect(await due(11)).toEqual([{ action: "publish", at: at(10) }]);
  await publish(11);
  await save("Three", {});
  expect(await due(12)).toEqual([]);
});

test("reordering after the time neither completes nor resets a schedule", async () => {
  const { blog, id, due, publish, save } = await scheduled({ publishAt: at(10) });
  const place = async (from: number, to: number, day: number): Promise<void> => {
    const changes = [{ id, from, to }];
    const { moved } = await blog.store.saveOrders({ type: "posts", changes }, { actor: ACTOR });
    await reorderPublished(blog.store, { moved, ...on(day) });
  };
  await publish(5);
  await save("Two", {});
  expect(await due(9)).toEqual([]);
  await place(0, 1, 11);
  expect(await due(12)).toEqual([{ action: "publish", at: at(10) }]);
  await publish(12);
  await save("Three", {});
  await place(1, 2, 13);
  // Both changes happened since the last update.
  expect(await due(14)).toEqual([]);
});

test("an unpublish is due only while the entry is live since its schedule", async () => {
  const { due, publish, unpublish } = await scheduled({ unpublishAt: at(10) });

  expect(await due(11)).toEqual([]);
  await publish(5);
  expect(await due(9)).toEqual([]);
  expect(await due(11)).toEqual([{ action: "unpublish", at: at(10) }]);
  await unpublish(11);
  expect(await due(12)).toEqual([]);
  await publish(13);
  expect(await due(14)).toEqual([]);
});

test("skips completely missed schedules", async () => {
  const { due, index, publish, id } = await scheduled({ publishAt: at(10), unpublishAt: at(12) });

  expect(await due(11)).toEqual([{ action: "publish", at: at(10) }]);
  expect(await due(13)).toEqual([]);
  await publish(5);
  expect(await due(13)).toEqual([{ action: "unpublish", at: at(12) }]);
  const scheduledOnes = await index.list({ state: "scheduled" });
  expect(scheduledOnes).toMatchObject({ entries: [{ id, scheduled: true }], total: 1 });
});

test("returns the earliest pending time", async () => {
  const { index } = await scheduled({ publishAt: at(10), unpublishAt: at(12) });
  await index.follow();
  const next = async (day: number): Promise<string | undefined> =>
    (await index.nextDue(new Date(at(day))))?.toISOString();

  expect([await next(1), await next(10), await next(12)]).toEqual([at(10), at(12), undefined]);
});
