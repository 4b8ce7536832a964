import type { StarlightUserConfig } from "@astrojs/starlight/types";

type Sidebar = NonNullable<StarlightUserConfig["sidebar"]>;

/** The data of a page that the sidebar needs. */
interface ListedPage {
  /** URL path on the site: `how-to/deploy`. */
  readonly id: string;
  readonly title: string;
}

interface Group {
  readonly label: string;
  /** Folder in `docs/`. */
  readonly folder: string;
  readonly collapsed?: boolean;
  /** Pages listed first, by name. Others follow by title. */
  readonly first?: readonly string[];
  /** Subgroups by page names. Other pages follow. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
}

const GROUPS: readonly Group[] = [
  {
    label: "Tutorials",
    folder: "tutorials",
    first: ["first-site", "astro-blog", "first-skill"],
  },
  {
    label: "How-to guides",
    folder: "how-to",
    parts: {
      "Move in and out": [
        "import",
        "adopt-a-repository",
        "coming-from-contentful-and-microcms",
        "coming-from-decap",
        "coming-from-keystatic",
        "coming-from-wordpress",
        "migrate-from-microcms",
        "export-and-duplicate",
        "transfer-a-site",
      ],
      "Write and publish": [
        "create-content-types",
        "change-a-schema",
        "write-and-publish",
        "schedule-and-release",
        "review-changes",
        "media",
        "restore-and-roll-back",
      ],
      "Build sites": [
        "query-content",
        "read-drafts-and-preview",
        "astro",
        "render-on-demand",
        "starlight",
        "rebuild-on-publish",
        "webhooks",
      ],
      "Use Git and the API": [
        "work-with-git",
        "sync-with-a-git-host",
        "check-in-ci",
        "management-api",
        "tokens",
        "connect-an-agent",
      ],
      "Skills and workers": [
        "write-skills",
        "run-skills",
        "set-up-a-worker",
        "variables-and-secrets",
        "projects-and-workflows",
        "use-memory",
      ],
      "Run HQ": [
        "deploy",
        "upgrade",
        "back-up-and-restore",
        "monitor",
        "troubleshoot",
        "verify-and-repair",
        "run-hq-commands",
        "use-postgresql",
        "run-several-processes",
        "use-object-storage",
        "use-git-on-the-server",
        "manage-users",
        "single-sign-on",
        "two-factor",
        "audit-log",
      ],
    },
  },
  { label: "Reference", folder: "reference" },
  { label: "Explanation", folder: "explanation", first: ["concepts"] },
  { label: "Decision records", folder: "decisions", collapsed: true, first: ["decisions"] },
  { label: "Measurements", folder: "measurements", collapsed: true, first: ["measurements"] },
];

/** A group with its pages in order. */
interface FilledGroup<Page> extends Group {
  readonly pages: readonly Page[];
}

/** Groups pages. Pages directly in `docs/`, or in folders not listed in {@link GROUPS}, belong to the reference. */
export function groupsOf<Page extends ListedPage>(
  pages: readonly Page[],
): readonly FilledGroup<Page>[] {
  const known = new Set(GROUPS.map(({ folder }) => folder));
  const folderOf = ({ id }: Page): string => {
    const [folder = ""] = id.split("/");
    return known.has(folder) ? folder : "reference";
  };
  return GROUPS.map((group) => {
    const order = [...(group.first ?? []), ...Object.values(group.parts ?? {}).flat()];
    const inside = pages
      .filter((page) => folderOf(page) === group.folder)
      .toSorted((a, b) => placeIn(order, a) - placeIn(order, b) || byTitle(a, b));
    return Object.assign({}, group, { pages: inside });
  }).filter((group) => group.pages.length > 0);
}

/** Returns the sidebar configuration for Starlight. */
export function sidebarOf(pages: readonly ListedPage[]): Sidebar {
  return groupsOf(pages).map(({ label, collapsed = false, parts = {}, pages: inside }) => {
    const named = new Set(Object.values(parts).flat());
    const rest = inside.filter((page) => !named.has(nameOf(page)));
    return {
      label,
      collapsed,
      items: [
        ...Object.entries(parts).flatMap(([part, names]) => {
          const items = inside.filter((page) => names.includes(nameOf(page)));
          return items.length > 0 ? [{ label: part, items: items.map(linkTo) }] : [];
        }),
        ...rest.map(linkTo),
      ],
    };
  });
}

function linkTo({ id }: ListedPage): { readonly slug: string } {
  return { slug: id };
}

function nameOf({ id }: ListedPage): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

function placeIn(order: readonly string[], page: ListedPage): number {
  const place = order.indexOf(nameOf(page));
  return place === -1 ? order.length : place;
}

function byTitle(a: ListedPage, b: ListedPage): number {
  return a.title.localeCompare(b.title, "en", { numeric: true });
}
