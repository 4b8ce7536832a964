import type { ContentType, Field, RowField } from "../../model/content-type.ts";
import type { EntryValues, FieldValue, MediaValue, Row, SingleValue } from "../../model/entry.ts";
import { findRichTextLinks, type RichTextLink } from "../../render/collect-links.ts";

/** What an id becomes; undefined for what is not copied. */
type NewIdOf = (id: string) => string | undefined;

export interface RewriteIds {
  readonly entry: NewIdOf;
  readonly media: NewIdOf;
  /** Called for each value and link whose target is not copied. */
  readonly onDropped: () => void;
}

/**
 * An entry's values with other ids in references, media and links of texts. A value whose target is not
 * copied is left out; a link to one becomes its text, an image its alternative text.
 */
export function rewriteIds(
  values: EntryValues,
  { fields }: Pick<ContentType, "fields">,
  ids: RewriteIds,
): EntryValues {
  return rewriteFields(values, fields, ids);
}

function rewriteFields<V extends FieldValue>(
  values: ReadonlyMap<string, V>,
  fields: readonly Field[],
  ids: RewriteIds,
): Map<string, FieldValue> {
  const rewritten = new Map<string, FieldValue>(values);
  for (const field of fields) {
    const value = values.get(field.id);
    if (value === undefined) continue;
    const after = rewriteValue(field, value, ids);
    if (after === undefined) rewritten.delete(field.id);
    else rewritten.set(field.id, after);
  }
  return rewritten;
}

function rewriteValue(field: Field, value: FieldValue, ids: RewriteIds): FieldValue | undefined {
  if (field.type === "repeat") return rewriteRows(field.fields, value, ids);
  if (isList(value)) {
    return value.flatMap((one) => (isRow(one) ? [] : (rewriteSingle(field, one, ids) ?? [])));
  }
  return rewriteSingle(field, value, ids);
}

function rewriteRows(
  fields: readonly RowField[],
  value: FieldValue,
  ids: RewriteIds,
): readonly Row[] {
  const rows: readonly unknown[] = isList(value) ? value : [];
  return rows.filter(isRow).map(({ id, values }) => {
    const rewritten = rewriteFields(values, fields, ids);
    const plain = [...rewritten].flatMap(([key, one]) =>
      isRowValue(one) ? [[key, one] as const] : [],
    );
    return { id, values: new Map(plain) };
  });
}

function rewriteSingle(
  { type }: RowField,
  value: SingleValue,
  ids: RewriteIds,
): SingleValue | undefined {
  if (type === "richtext") return typeof value === "string" ? rewriteText(value, ids) : value;
  if (type !== "reference" && type !== "media") return value;
  if (typeof value !== "object") return value;
  const id = (type === "media" ? ids.media : ids.entry)(value.id);
  if (id === undefined) {
    ids.onDropped();
    return undefined;
  }
  const moved: MediaValue = { ...value, id };
  return moved;
}

function rewriteText(markdown: string, ids: RewriteIds): string {
  let text = markdown;
  // From the end, so that places before stay where they are.
  for (const link of findRichTextLinks(markdown).toReversed()) {
    const id = (link.kind === "media" ? ids.media : ids.entry)(link.id);
    if (id === undefined) {
      ids.onDropped();
      text = unlink(text, link);
    } else {
      text = `${text.slice(0, link.start)}${link.kind}:${id}${link.fragment}${text.slice(link.end)}`;
    }
  }
  return text;
}

const BEFORE = /!?\[([^\][\n]*)\]\([ \t]*<?$/;
const AFTER = /^>?(?:[ \t]+(?:"[^"\n]*"|'[^'\n]*'))?[ \t]*\)/;

/** `[text](entry:…)` and `![text](media:…)` become their text; what is written otherwise stays. */
function unlink(text: string, { start, end }: RichTextLink): string {
  const before = BEFORE.exec(text.slice(Math.max(0, start - 2000), start));
  const after = AFTER.exec(text.slice(end));
  if (before === null || after === null) return text;
  const [whole, label = ""] = before;
  return `${text.slice(0, start - whole.length)}${label}${text.slice(end + after[0].length)}`;
}

function isList(value: FieldValue): value is readonly SingleValue[] | readonly Row[] {
  return Array.isArray(value);
}

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && "values" in value;
}

function isRowValue(value: FieldValue): value is Exclude<FieldValue, readonly Row[]> {
  return !isList(value) || !value.some(isRow);
}
