import { openContentIndex, type ContentIndex } from "@loam/cms-core/find";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { allAnswers } from "../../support/site/index-answers.ts";
import { beginWorld, happen, PUSH_KINDS, type World } from "../../support/site/site-history.ts";
import { rounds } from "../../support/test-rounds.ts";

const POSTS = 4;
const post = fc.nat(POSTS - 1);
const time = fc.constantFrom(
  "2020-01-01T00:00:00.000Z",
  "2026-06-01T00:00:00.500Z",
  "2090-01-01T00:00:00.000Z",
);
const word = fc.constantFrom("soil", "Rain", "東京", "ﬁg", "Ärger", "");

const save = fc.record({
  kind: fc.constant("save" as const),
  n: post,
  slug: fc.nat(5),
  title: word,
  text: word,
  link: fc.option(post),
  publishAt: fc.option(time),
  unpublishAt: fc.option(time),
  sortOrder: fc.option(fc.nat(2)),
});
const push = fc.record({
  kind: fc.constant("push" as const),
  n: post,
  what: fc.constantFrom(...PUSH_KINDS),
});
const publishing = fc.record({ kind: fc.constant("publish" as const), posts: fc.array(post) });
const unpublishing = fc.record({ kind: fc.constant("unpublish" as const), posts: fc.array(post) });
const deletion = fc.record({ kind: fc.constant("delete" as const), n: post });
const schema = fc.record({
  kind: fc.constant("schema" as const),
  deletes: fc.boolean(),
  number: fc.nat(9),
});
const force = fc.record({ kind: fc.constant("force" as const), back: fc.nat(3) });
const merge = fc.record({ kind: fc.constant("merge" as const) });
const restart = fc.record({ kind: fc.constant("restart" as const) });

const step = fc.oneof(
  { weight: 6, arbitrary: save },
  { weight: 6, arbitrary: push },
  { weight: 4, arbitrary: publishing },
  { weight: 1, arbitrary: unpublishing },
  { weight: 1, arbitrary: deletion },
  { weight: 1, arbitrary: schema },
  { weight: 1, arbitrary: force },
  { weight: 1, arbitrary: merge },
  { weight: 1, arbitrary: restart },
);

const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 6, maxLength: 18 });

async function answers({ ids, media }: World, index: ContentIndex): Promise<unknown> {
  const times = ["2021-01-01", "2026-06-01T00:00:00.400Z", "2099-01-01"];
  return allAnswers(index, {
    ids: [...ids, media, `e${"q".repeat(19)}`],
    searches: ["soil", "RAIN 東京", "京", "fig", "ärg", "s1", ids[0] ?? "", "untitled", "x"],
    times: times.map((text) => new Date(text)),
  });
}

test("an updated index equals a rebuilt one after any operations", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (happenings) => {
      const world = await beginWorld(POSTS);
      const { store, folder } = world.blog;
      const path = `${folder}/index.db`;
      let index = await openContentIndex(store.repository, { path });
      for (const [happening, followed] of happenings) {
        if (happening.kind === "restart") {
          await index.close();
          index = await openContentIndex(store.repository, { path });
        } else {
          await happen(world, happening);
        }
        if (followed) await index.follow();
      }
      await index.follow();
      const fresh = await openContentIndex(store.repository, { path: `${path}.fresh` });
      expect(await answers(world, index)).toEqual(await answers(world, fresh));
      await index.close();
      await fresh.close();
      await store.close();
    }),
    { numRuns: rounds(7) },
  );
});
