import { unpublishEntries } from "@loam/cms-core/publish";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { blogPublisher, freshContent } from "../../support/site/blog-publisher.ts";
import { ACTOR, createBlog, publish, type Blog } from "../../support/site/blog-site.ts";
import { folderContent } from "../../support/site/folder-content.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { rounds } from "../../support/test-rounds.ts";

const POSTS = 5;
const PEOPLE = 3;
const PICTURES = 2;

const post = fc.nat(POSTS - 1);
const person = fc.nat(PEOPLE - 1);
const picture = fc.nat(PICTURES - 1);

const step = fc.oneof(
  fc.record({
    kind: fc.constant("post" as const),
    n: post,
    slug: fc.nat(6),
    author: fc.option(person),
    related: fc.array(post, { maxLength: 2 }),
    link: fc.option(post),
    cover: fc.option(picture),
    shown: fc.option(picture),
    text: fc.nat(9),
    publish: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant("person" as const),
    n: person,
    friend: fc.option(person),
    photo: fc.option(picture),
    text: fc.nat(9),
    publish: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("picture" as const), n: picture, text: fc.nat(9) }),
  fc.record({
    kind: fc.constant("publish" as const),
    posts: fc.array(post),
    people: fc.array(person),
  }),
  fc.record({
    kind: fc.constant("publish" as const),
    posts: fc.array(post),
    people: fc.array(person),
  }),
  fc.record({
    kind: fc.constant("unpublish" as const),
    posts: fc.array(post),
    people: fc.array(person),
  }),
  fc.record({ kind: fc.constant("restart" as const) }),
);

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

interface Known {
  readonly blog: Blog;
  readonly posts: readonly string[];
  readonly people: readonly string[];
  readonly pictures: readonly string[];
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, n) => n);
}

async function begin(): Promise<Known> {
  const blog = await createBlog(await temporaryFolder("incremental"));
  const pictures = [];
  for (const n of upTo(PICTURES)) pictures.push(await blog.addMedia(`p${n}`));
  const people = [];
  for (const n of upTo(PEOPLE)) people.push((await blog.save("people", `m${n}`, { name: "N" })).id);
  const posts = [];
  for (const n of upTo(POSTS)) posts.push((await blog.save("posts", `s${n}`, { title: "T" })).id);
  return { blog, posts, people, pictures };
}

function reference(ids: readonly string[], n: number | null): { id: string } | undefined {
  const id = n === null ? undefined : ids[n];
  return id === undefined ? undefined : { id };
}

function defined<T>(values: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  );
}

async function savePost(known: Known, edit: Extract<Step, { kind: "post" }>): Promise<void> {
  const { blog, posts, people, pictures } = known;
  const link = reference(posts, edit.link);
  const shown = reference(pictures, edit.shown);
  const values = defined({
    title: `Post ${edit.n}.${edit.text}`,
    author: reference(people, edit.author),
    cover: reference(pictures, edit.cover),
    related: edit.related.flatMap((n) => reference(posts, n) ?? []),
    body: `Text ${link ? `[x](entry:${link.id})` : ""} ${shown ? `![y](media:${shown.id})` : ""}`,
  });
  const current = blog.store.entryById(posts[edit.n] ?? "")?.slug ?? "";
  const wanted = `s${edit.slug}`;
  const free = blog.store.findEntry("posts", wanted) === undefined;
  await blog.save("posts", free ? wanted : current, values, posts[edit.n]);
}

async function savePerson(known: Known, edit: Extract<Step, { kind: "person" }>): Promise<void> {
  const { blog, people, pictures } = known;
  const values = defined({
    name: `Person ${edit.n}.${edit.text}`,
    friend: reference(people, edit.friend),
    photo: reference(pictures, edit.photo),
  });
  await blog.save("people", `m${edit.n}`, values, people[edit.n]);
}

async function change(known: Known, edit: Step): Promise<void> {
  const { blog, pictures } = known;
  if (edit.kind === "post") await savePost(known, edit);
  if (edit.kind === "person") await savePerson(known, edit);
  if (edit.kind === "picture") {
    await blog.addMedia(`p${edit.n}`, `Alt ${edit.text}`, pictures[edit.n]);
  }
  const ids = idsOf(known, edit);
  if (edit.kind === "unpublish") await unpublishEntries(blog.store, { ids, actor: ACTOR });
  // A slug that is still live for another entry is refused, which is a valid step without changes.
  else await publish(blog, ...ids).catch((error: unknown) => expectRefusal(error));
}

/** Returns the entries that a step publishes or unpublishes. */
function idsOf({ posts, people }: Known, edit: Step): string[] {
  if (edit.kind === "post") return edit.publish ? posts.slice(edit.n, edit.n + 1) : [];
  if (edit.kind === "person") return edit.publish ? people.slice(edit.n, edit.n + 1) : [];
  if (edit.kind !== "publish" && edit.kind !== "unpublish") return [];
  const some = edit.posts.flatMap((n) => posts[n] ?? []);
  return [...some, ...edit.people.flatMap((n) => people[n] ?? [])];
}

function expectRefusal(error: unknown): void {
  expect(error).toMatchObject({
    code: "publish_refused",
    issues: [expect.objectContaining({ code: "slug_taken" })],
  });
}

const steps = fc.array(fc.tuple(step, fc.boolean()), { minLength: 8, maxLength: 20 });

test("incremental publishing equals a full rendering after any operations", async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (edits) => {
      const known = await begin();
      const home = `${known.blog.folder}/publisher`;
      const open = () => blogPublisher(known.blog, { folder: home });
      let publisher = await open();
      await publish(known.blog, ...known.posts, ...known.people);
      await publisher.follow();
      for (const [edit, followed] of edits) {
        await change(known, edit);
        if (edit.kind === "restart") {
          // Otherwise it was killed.
          if (followed) await publisher.close();
          publisher = await open();
        }
        if (followed) await publisher.follow();
      }
      await publisher.follow();
      expect(await folderContent(publisher.folder)).toEqual(await freshContent(known.blog));
      await known.blog.store.close();
    }),
    { numRuns: rounds(9) },
  );
});
