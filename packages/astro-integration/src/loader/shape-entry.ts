import { entryKey, type IdFrom } from "../options/entry-key.ts";
import type { CmsReference } from "../schema/published-shapes.ts";
import type { PublishedEntry } from "../source/published-content.ts";
import type { PublishedField, PublishedRowField, PublishedType } from "../source/site-index.ts";
import type { Target } from "../source/site-snapshot.ts";

export interface ShapeOptions {
  readonly type: PublishedType;
  readonly targets: ReadonlyMap<string, Target>;
  readonly prefix: string;
  readonly idFrom: IdFrom;
}

/** An expanded reference whose entry isn't published. */
export interface DanglingReference {
  /** `posts/first-post`. */
  readonly entry: string;
  /** API IDs and row numbers: `faq.2.author`. */
  readonly field: string;
  readonly id: string;
}

export interface ShapedEntry {
  readonly data: Record<string, unknown>;
  readonly dangling: readonly DanglingReference[];
}

/**
 * Converts a published entry to Astro's `data`: the same keys, with expanded references reduced to `{collection, id}`,
 * and those to unpublished entries to `{id}`.
 */
export function shapeEntry(entry: PublishedEntry, options: ShapeOptions): ShapedEntry {
  const dangling: DanglingReference[] = [];
  const name = `${options.type.apiId}/${entry.slug}`;
  const data: Record<string, unknown> = { ...entry };
  const fold = (value: unknown, field: string): CmsReference => {
    const reference = shapeReference(value, options);
    if (reference.kind === "dangling") {
      dangling.push({ entry: name, field, id: reference.value.id });
    }
    return reference.value;
  };
  for (const field of options.type.fields) {
    const value = entry[field.apiId];
    if (value === undefined) continue;
    data[field.apiId] =
      field.type === "repeat"
        ? shapeRows(value, field, fold)
        : shapeField(value, field, field.apiId, fold);
  }
  return { data, dangling };
}

/** Types of fields whose values are converted. */
const CONVERTED_TYPES: ReadonlySet<string> = new Set(["reference", "media"]);

type ShapeContext = (value: unknown, field: string) => CmsReference;

function shapeRows(rows: unknown, field: PublishedField, fold: ShapeContext): unknown {
  const changed = field.fields?.filter(({ type }) => CONVERTED_TYPES.has(type)) ?? [];
  if (changed.length === 0 || !Array.isArray(rows)) return rows;
  return rows.map((row: unknown, at) => {
    if (!isObject(row)) return row;
    const folded = changed
      .filter((inner) => row[inner.apiId] !== undefined)
      .map((inner) => [
        inner.apiId,
        shapeField(row[inner.apiId], inner, `${field.apiId}.${at}.${inner.apiId}`, fold),
      ]);
    return { ...row, ...Object.fromEntries(folded) };
  });
}

function shapeField(
  value: unknown,
  field: PublishedRowField,
  path: string,
  fold: ShapeContext,
): unknown {
  if (field.type === "media") return knownMedia(value);
  if (field.type !== "reference") return value;
  if (!Array.isArray(value)) return fold(value, path);
  return value.map((one: unknown, at) => fold(one, `${path}.${at}`));
}

/** Omits media whose record is missing. They are published with their id only and cannot be displayed. */
function knownMedia(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isMedia);
  return isMedia(value) ? value : undefined;
}

function isMedia(value: unknown): boolean {
  return isObject(value) && typeof value["url"] === "string";
}

type ShapedReference =
  | { readonly kind: "published"; readonly value: CmsReference }
  | { readonly kind: "unpublished"; readonly value: CmsReference }
  | { readonly kind: "dangling"; readonly value: CmsReference };

function shapeReference(
  value: unknown,
  { targets, prefix, idFrom }: ShapeOptions,
): ShapedReference {
  const id = isObject(value) && typeof value["id"] === "string" ? value["id"] : "";
  const expanded = isObject(value) && typeof value["slug"] === "string";
  const target = targets.get(id);
  if (!expanded) return { kind: "unpublished", value: { id } };
  if (!target) return { kind: "dangling", value: { id } };
  const key = entryKey({ id, slug: target.slug }, idFrom);
  return { kind: "published", value: { collection: `${prefix}${target.type}`, id: key } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
