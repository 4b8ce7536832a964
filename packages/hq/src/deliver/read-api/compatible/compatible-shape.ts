import { createKeyedMutex } from "@loam/cms-core/lock";
import type { QueryField } from "@loam/cms-core/query";
import { renderInProcess } from "../../../platform/rich-text/html-process.ts";
import type { ReadableSite } from "../answer-read.ts";
import { type RequestedFields, requestedWithin, isRequested } from "./requested-fields.ts";

type Shape = Readonly<Record<string, unknown>>;

export interface ShapeOptions {
  readonly siteId: string;
  readonly site: ReadableSite;
  /** API id of the requested type. */
  readonly apiId: string;
  /** The fields to include, even without a value. */
  readonly asked: RequestedFields;
}

/**
 * Converts a response to the format of the compatible service (read API notes, section 9): `revisedAt`, selects as
 * arrays, dates with time, rich text as HTML, rows with `fieldId`, and no references to invisible entries. Values
 * unknown to that service, such as slugs and image variants, are kept.
 */
export async function toCompatible(
  body: () => string,
  options: ShapeOptions,
): Promise<CompatibleAnswer> {
  const { siteId } = options;
  return answers.run(siteId, async () => {
    const texts: RichText[] = [];
    const shaped = shapeAnswer(JSON.parse(body()), { ...options, texts });
    let isWhole = true;
    for (const text of texts) {
      const { html, isGivenUp } = await renderInProcess(text.markdown, { siteId });
      text.html = html;
      if (isGivenUp) isWhole = false;
    }
    return { json: JSON.stringify(shaped), isWhole };
  });
}

/** One response per site at a time: responses are in memory as a whole, and no site should use two slots. */
const answers = createKeyedMutex<string>();

export interface CompatibleAnswer {
  readonly json: string;
  /** Whether all its texts are HTML, so that it needn't be rendered again. */
  readonly isWhole: boolean;
}

/** A rich text that is formatted as HTML once it is rendered. */
interface RichText {
  readonly markdown: string;
  html: string;
  toJSON(): string;
}

interface AnswerShaping extends Omit<ShapeOptions, "siteId"> {
  /** The rich texts in the response. */
  readonly texts: RichText[];
}

function shapeAnswer(answer: unknown, { site, apiId, asked, texts }: AnswerShaping): unknown {
  if (!isShape(answer)) return answer;
  const { contents } = answer;
  const type = site.types.get(apiId);
  if (type === undefined) return answer;
  const shape = (entry: unknown) => shapeEntry(entry, type.fields, { site, asked, texts });
  if (Array.isArray(contents)) return { ...answer, contents: contents.map(shape) };
  const entry = shape(answer);
  if (type.kind === "list" || !isShape(entry)) return entry;
  const { id: _id, ...object } = entry;
  return object;
}

type Shaping = Omit<AnswerShaping, "apiId">;

function shapeEntry(entry: unknown, fields: readonly QueryField[], shaping: Shaping): unknown {
  if (!isShape(entry)) return entry;
  const { updatedAt, ...others } = entry;
  const { asked } = shaping;
  const isRevised = updatedAt !== undefined && !fields.some(({ apiId }) => apiId === "revisedAt");
  return {
    // `updatedAt` might be selected only for `revisedAt`.
    ...(isRequested(asked, "updatedAt") ? entry : others),
    ...(isRevised && isRequested(asked, "revisedAt") && { revisedAt: updatedAt }),
    ...shapeFields(entry, fields, shaping),
  };
}

/** Converts values with a different format. Others are unchanged. */
function shapeFields(values: Shape, fields: readonly QueryField[], shaping: Shaping): Shape {
  const shaped: Record<string, unknown> = {};
  for (const field of fields) {
    const value = values[field.apiId];
    const next =
      value === undefined
        ? emptyValue(field, shaping)
        : SHAPERS[field.type]?.(value, field, shaping);
    if (next !== undefined) shaped[field.apiId] = next;
  }
  return shaped;
}

function emptyValue({ apiId, type, multiple }: QueryField, { asked }: Shaping): unknown {
  if (multiple || !isRequested(asked, apiId)) return undefined;
  if (type === "select") return [];
  return type === "reference" ? null : undefined;
}

type Shaper = (value: unknown, field: QueryField, shaping: Shaping) => unknown;

/** Field types with a different format in the compatible service. */
const SHAPERS: Readonly<Partial<Record<QueryField["type"], Shaper>>> = {
  select: (value) => (Array.isArray(value) ? value : [value]),
  date: (value) => each(value, (one) => (typeof one === "string" ? wholeTime(one) : one)),
  richtext: (value, _field, { texts }) =>
    each(value, (one) => (typeof one === "string" ? keepText(one, texts) : one)),
  repeat: (value, field, shaping) =>
    each(value, (row) => shapeRow(row, field, within(shaping, field))),
  reference: (value, field, shaping) => shapeReferences(value, field, within(shaping, field)),
};

function within(shaping: Shaping, { apiId }: QueryField): Shaping {
  return { ...shaping, asked: requestedWithin(shaping.asked, apiId) };
}

function each(value: unknown, shape: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(shape) : shape(value);
}

function keepText(markdown: string, texts: RichText[]): RichText {
  const text: RichText = { markdown, html: "", toJSON: () => text.html };
  texts.push(text);
  return text;
}

function wholeTime(date: string): string {
  return date.length === 10 ? `${date}T00:00:00.000Z` : date;
}

function shapeRow(row: unknown, { apiId, fields = [] }: QueryField, shaping: Shaping): unknown {
  return isShape(row) ? { fieldId: apiId, ...row, ...shapeFields(row, fields, shaping) } : row;
}

/** The compatible service has no references to missing entries: a single one is null, and lists omit it. */
function shapeReferences(value: unknown, field: QueryField, shaping: Shaping): unknown {
  if (!Array.isArray(value)) return shapeReference(value, field, shaping);
  return value.map((one) => shapeReference(one, field, shaping)).filter((one) => one !== null);
}

function shapeReference(reference: unknown, { to = [] }: QueryField, shaping: Shaping): unknown {
  if (!isShape(reference)) return reference;
  const { tables, types } = shaping.site;
  const { id, ...shown } = reference;
  // If `fields` omits the id, the field determines the type, if it accepts only one.
  const [only = "", ...others] = to;
  const target = typeof id === "string" ? tables.entry(id)?.type : others.length === 0 && only;
  if (target === undefined) return null;
  const type = types.get(target || "");
  if (type === undefined || Object.keys(shown).length === 0) return reference;
  return shapeEntry(reference, type.fields, shaping);
}

function isShape(value: unknown): value is Shape {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
