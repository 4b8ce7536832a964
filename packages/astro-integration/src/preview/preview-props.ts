import { currentPreview } from "./preview-context.ts";

interface PreviewedPage {
  readonly getStaticPaths?: (given: object) => unknown;
}

interface Path {
  readonly params?: Readonly<Record<string, unknown>>;
  readonly props?: Readonly<Record<string, unknown>>;
}

function paginate(): never {
  throw new Error("A paginated page cannot be shown in a preview.");
}

/**
 * Returns the props of a prerendered page at its URL, with the drafts of the preview; undefined if it would not be
 * built, or outside a preview.
 */
export async function previewProps(
  page: PreviewedPage,
  params: Readonly<Record<string, string | undefined>>,
  routePattern: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (currentPreview() === undefined) return undefined;
  if (page.getStaticPaths === undefined) return {};
  const paths: unknown = await page.getStaticPaths({ routePattern, paginate });
  const all: readonly unknown[] = Array.isArray(paths) ? paths.flat(Number.POSITIVE_INFINITY) : [];
  const found = all.filter(isPath).find((path) => isAt(path, params));
  return found && (found.props ?? {});
}

function isPath(value: unknown): value is Path {
  return typeof value === "object" && value !== null;
}

function isAt(
  { params = {} }: Path,
  wanted: Readonly<Record<string, string | undefined>>,
): boolean {
  return Object.entries(params).every(
    ([name, value]) => (typeof value === "number" ? `${value}` : value) === wanted[name],
  );
}
