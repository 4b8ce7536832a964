import type { ContentTypeKind, Field } from "@loam/cms-core";
import { literal, showField } from "./show-field.ts";

/** A published content type. */
export interface StarterType {
  readonly apiId: string;
  readonly kind: ContentTypeKind;
  readonly label: string;
  readonly fields: readonly Field[];
}

/** `src/routes.ts`: URL paths and titles of entries. */
export function routesSource(
  routes: ReadonlyMap<string, string>,
  types: readonly StarterType[],
): string {
  const lines = [...routes].map(([apiId, route]) => {
    return `  ${literal(apiId)}: (slug) => \`${route.replace("{slug}", () => "${slug}")}\`,`;
  });
  const titles = types.flatMap(({ apiId, fields }) => {
    const [title] = splitTitle(fields);
    return title === undefined ? [] : [`  ${literal(apiId)}: ${literal(title.apiId)},`];
  });
  return [
    "/** URLs of entries, as set in the CMS under Settings → Content. */",
    "const ROUTES: Record<string, (slug: string) => string> = {",
    ...lines,
    "};",
    "",
    "export function hrefOf(collection: string, slug: string): string {",
    '  return ROUTES[collection]?.(slug) ?? "/";',
    "}",
    "",
    "/** The field that contains the title of an entry. */",
    "const TITLES: Record<string, string> = {",
    ...titles,
    "};",
    "",
    "interface Named {",
    "  collection: string;",
    "  id: string;",
    "  data: object;",
    "}",
    "",
    "export function titleOf({ collection, id, data }: Named): string {",
    "  const [, title] = Object.entries(data).find(([name]) => name === TITLES[collection]) ?? [];",
    '  return typeof title === "string" ? title : id;',
    "}",
    "",
  ].join("\n");
}

/** `src/layouts/Page.astro`: layout of every page. */
export function layoutSource(siteName: string): string {
  return `---
interface Props {
  title: string;
}
const siteName = ${literal(siteName)};
const { title } = Astro.props;
---

<!doctype html>
<html>
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>{title === siteName ? title : \`\${title} · \${siteName}\`}</title>
  </head>
  <body>
    <header><a href="/">{siteName}</a></header>
    <main><slot /></main>
  </body>
</html>

<style is:global>
  :root { color-scheme: light dark; font: 1.0625rem/1.65 system-ui, sans-serif; }
  body { max-width: 42rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
  header { margin-bottom: 2rem; font-weight: 600; }
  h1, h2 { line-height: 1.2; }
  img { max-width: 100%; height: auto; }
  dt { font-size: 0.875rem; opacity: 0.75; }
  dd { margin: 0 0 0.75rem; }
</style>
`;
}

/** `src/components/EntryLink.astro`: a link to a referenced entry. */
export const ENTRY_LINK = `---
import { type CollectionKey, getEntry } from "astro:content";
import { hrefOf, titleOf } from "../routes";

interface Props {
  to: { collection: CollectionKey; id: string };
}
const { to } = Astro.props;
const entry = await getEntry(to.collection, to.id);
---

{entry && <a href={hrefOf(to.collection, to.id)}>{titleOf(entry)}</a>}
`;

/** `src/pages/index.astro`: all objects, and links to the entries of all lists. */
export function homePage(types: readonly StarterType[], siteName: string): string {
  const lists = types.filter(({ kind }) => kind === "list");
  const objects = types.filter(({ kind }) => kind === "object");
  const reads = [
    ...objects.map(({ apiId }, index) => {
      return `const object${index} = await getEntry(${literal(apiId)}, ${literal(apiId)});`;
    }),
    ...lists.map(({ apiId }, index) => {
      return `const list${index} = (await getCollection(${literal(apiId)})).toSorted(byPosition);`;
    }),
  ];
  const sections = [
    ...objects.map((type, index) => objectSection(type, `object${index}`)),
    ...lists.map((type, index) => listSection(type, `list${index}`)),
  ];
  const body = `<Page title={${literal(siteName)}}>\n${sections.join("\n")}\n</Page>\n`;
  const script = reads.join("\n");
  return `---\n${findImports(script + body, "../")}\n\n${script}\n---\n\n${body}`;
}

function objectSection({ fields, label }: StarterType, variable: string): string {
  const [title, rest] = splitTitle(fields);
  const name = title === undefined ? literal(label) : `${variable}.data.${title.apiId}`;
  const shown = rest.map((field) => showField(field, { of: `${variable}.data`, depth: 3 }));
  return [
    `  {${variable} && (`,
    "    <article>",
    `      <h1>{${name}}</h1>`,
    ...shown,
    "    </article>",
    "  )}",
  ].join("\n");
}

function listSection({ apiId, label, fields }: StarterType, variable: string): string {
  return `  {${variable}.length > 0 && (
    <section>
      <h2>{${literal(label)}}</h2>
      <ul>
        {${variable}.map((entry) => (
          <li><a href={hrefOf(${literal(apiId)}, entry.id)}>{${titleExpression(fields)}}</a></li>
        ))}
      </ul>
    </section>
  )}`;
}

/** The page for each entry of a list type. */
export function entryPage({ apiId, fields }: StarterType, route: string): string {
  const [, rest] = splitTitle(fields);
  const shown = rest.map((field) => showField(field, { of: "entry.data", depth: 2 }));
  const body = [
    "<Page title={title}>",
    "  <article>",
    "    <h1>{title}</h1>",
    ...shown,
    "  </article>",
    "</Page>",
    "",
  ].join("\n");
  const script = `export async function getStaticPaths() {
  const entries = await getCollection(${literal(apiId)});
  return entries.map((entry) => ({ params: { slug: entry.id }, props: { entry } }));
}
interface Props {
  entry: CollectionEntry<${literal(apiId)}>;
}
const { entry } = Astro.props;
const title = ${titleExpression(fields)};`;
  const up = "../".repeat(route.split("/").filter((part) => part !== "").length);
  return `---\n${findImports(script + body, up)}\n\n${script}\n---\n\n${body}`;
}

/** The first text field with a single line is the title. */
function splitTitle(
  fields: readonly Field[],
): readonly [title: Field | undefined, rest: readonly Field[]] {
  const title = fields.find(({ type, multiple }) => type === "text" && !multiple);
  return [title, fields.filter((field) => field !== title)];
}

function titleExpression(fields: readonly Field[]): string {
  const [title] = splitTitle(fields);
  return title === undefined ? "entry.id" : `entry.data.${title.apiId} ?? entry.id`;
}

/** Possible imports of a page: source, whether it is below the page's folder, and names. */
const IMPORTS = [
  { from: "astro:content", names: ["type CollectionEntry", "getCollection", "getEntry"] },
  { from: "@loam/astro/content", names: ["byPosition", "isPublished"] },
  { from: "@loam/astro/components", names: ["CmsImage", "Embed", "RichText"] },
] as const;

/** Returns the imports that a page uses. */
function findImports(source: string, up: string): string {
  const uses = (name: string): boolean => {
    return new RegExp(String.raw`(?<![\w."])${name.replace("type ", "")}\b`).test(source);
  };
  const lines = IMPORTS.flatMap(({ from, names }) => {
    const used = names.filter(uses);
    return used.length === 0 ? [] : [`import { ${used.join(", ")} } from "${from}";`];
  });
  return [
    ...lines,
    ...(uses("EntryLink") ? [`import EntryLink from "${up}components/EntryLink.astro";`] : []),
    `import Page from "${up}layouts/Page.astro";`,
    ...(uses("hrefOf") ? [`import { hrefOf } from "${up}routes";`] : []),
  ].join("\n");
}
