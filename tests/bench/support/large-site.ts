import { entryPath, printEntryFile } from "@loam/cms-core/content";
import { createSite, type SiteStore } from "@loam/cms-core/site";

export const EDITOR = { actor: { name: "Ann Editor", email: "ann@example.test" } };

const BASE = { required: false, multiple: false };
const POSTS = {
  apiId: "posts",
  kind: "list",
  label: "Posts",
  fields: [
    { ...BASE, id: "title", apiId: "title", label: "Title", type: "text", required: true },
    { ...BASE, id: "summary", apiId: "summary", label: "Summary", type: "textarea" },
    { ...BASE, id: "date", apiId: "date", label: "Date", type: "date" },
    { ...BASE, id: "tags", apiId: "tags", label: "Tags", type: "text", multiple: true },
    { ...BASE, id: "body", apiId: "body", label: "Body", type: "richtext" },
  ],
} as const;

const CREATED = "2026-01-01T00:00:00.000Z";
const WORDS = "soil rain seed root leaf stem bark moss fern clay sand silt worm bee wind".split(
  " ",
);

// Generated beforehand, because it isn't part of a save.
const BODIES = Array.from({ length: 64 }, (_, number) => makeBody(number));

type PostValues = ReadonlyMap<string, string | string[]>;

/** Creates a site whose only type has this many entries of about 2 KB, imported in one commit. */
export async function makeLargeSite(
  gitDir: string,
  entries: number,
  valuesOf: (number: number) => PostValues = (number) => postValues(number, "first"),
): Promise<SiteStore> {
  const config = { id: idOf("s", entries), name: "Bench", paths: {}, routes: {} };
  const store = await createSite(gitDir, config, EDITOR);
  await store.saveType(POSTS, EDITOR);
  const schema = await store.publishSchema("posts", EDITOR);
  const files = new Map<string, Uint8Array>();
  for (let number = 0; number < entries; number += 1) {
    const id = idOf("e", number);
    const slug = `post-${number}`;
    const path = entryPath({ site: store.site(), type: schema, slug, sharded: true, id });
    const values = valuesOf(number);
    const entry = { id, type: "posts", slug, schema: 1, createdAt: CREATED, values };
    files.set(path, printEntryFile(entry, schema, { path }));
  }
  await store.applyFiles(files, { ...EDITOR, message: "Import" });
  return store;
}

/** Returns the values of an entry; `edit` changes its title. */
export function postValues(number: number, edit: string): PostValues {
  return new Map<string, string | string[]>([
    ["title", `Post ${number}, ${edit}`],
    ["summary", `What post ${number} is about`],
    ["date", "2026-01-01"],
    ["tags", ["garden", `tag-${number % 20}`]],
    ["body", BODIES[number % BODIES.length] ?? ""],
  ]);
}

function makeBody(number: number): string {
  const words = Array.from(
    { length: 330 },
    (_, at) => WORDS[(number * 7 + at * (at + number)) % WORDS.length] ?? "",
  );
  return `${number} ${words.join(" ").replaceAll(/(?:\w+ ){15}/g, "$&\n")}`;
}

/** Returns an id derived from its number, so that runs are comparable. */
export function idOf(kind: "e" | "s", number: number): string {
  const digits = number.toString(32).replaceAll(/[01]/g, (digit) => (digit === "0" ? "w" : "x"));
  const letters = digits.replaceAll("8", "y").replaceAll("9", "z");
  return kind + letters.padStart(19, "w");
}
