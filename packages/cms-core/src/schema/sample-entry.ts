import type { ContentType } from "../model/content-type.ts";
import type { FieldValue } from "../model/entry.ts";
import type { Field, RowField } from "../model/field.ts";
import { LIMITS } from "../model/limits.ts";
import { compileEntry } from "../render/compile-entry.ts";
import type { EntryHead } from "../render/default-order.ts";
import type { EntryTemplate } from "../render/entry-template.ts";
import { changeList, EMPTY_LIST } from "../render/list-body.ts";
import { renderEntry } from "../render/render-entry.ts";
import { renderList } from "../render/render-list.ts";
import { renderMedia } from "../render/render-media.ts";
import { SAMPLE_HEAD, SAMPLE_MEDIA, sampleId, sampleValue } from "./sample-values.ts";

export interface SampleOptions {
  /** Schemas of the types that references point to; without one, the sample has its system keys only. */
  readonly typeOf?: (apiId: string) => ContentType | undefined;
  /** `{public_storage_url}/{site_id}` as addresses of media begin. */
  readonly publicUrl?: string;
}

/**
 * Example JSON of a content type's entry as it would be published, made by the renderer that publishes.
 * The same type gives the same text. Also a type that breaks rules or is half finished has a sample:
 * what cannot be shown yet (a field without an API id, a select without options) is left out.
 */
export function sampleEntry(
  type: ContentType,
  { typeOf = () => undefined, publicUrl = "https://files.example.com/site" }: SampleOptions = {},
): string {
  const targets = new Map(
    targetsOf(type.fields).map((apiId) => [
      sampleId("e", apiId),
      typeOf(apiId) ?? { apiId, kind: "list" as const, label: apiId, fields: [] },
    ]),
  );
  const place = { publicUrl, siteId: publicUrl.slice(publicUrl.lastIndexOf("/") + 1) };
  return renderEntry(compileSample(type), {
    template: (id) => {
      const target = targets.get(id);
      return target && compileSample(target);
    },
    mediaJson: (id) => {
      const record = SAMPLE_MEDIA[id === sampleId("m", "file") ? "file" : "image"];
      return renderMedia({ id, ...record }, place);
    },
    mediaUrl: () => undefined,
    entryUrl: () => undefined,
  });
}

/** What `api/<api_id>.json` would hold: a page of one entry, or an object type's entry. */
export function sampleFile(type: ContentType, options?: SampleOptions): string {
  const json = sampleEntry(type, options);
  if (type.kind === "object") return json;
  const listed = { ...headOf(type), json, digest: "" };
  const chunks = renderList(changeList(EMPTY_LIST, { remove: [], add: [listed] }));
  return Buffer.concat([...chunks]).toString();
}

function compileSample(type: ContentType): EntryTemplate {
  const fields = showable(type.fields);
  const values = new Map<string, FieldValue>();
  for (const field of fields) {
    const value = sampleValue(field);
    if (value !== undefined) values.set(field.id, value);
  }
  return compileEntry(headOf(type), values, { fields });
}

function headOf({ apiId, kind }: ContentType): EntryHead {
  const slug = kind === "object" ? apiId : "an-example";
  return { id: sampleId("e", apiId), type: apiId, slug, ...SAMPLE_HEAD };
}

/** Fields that have a key of their own, under ids that differ, whatever those are in the builder. */
function showable(fields: readonly Field[]): Field[] {
  return unique(fields).map((field) =>
    field.type === "repeat" ? Object.assign({}, field, { fields: unique(field.fields) }) : field,
  );
}

function unique<T extends Field | RowField>(fields: readonly T[]): T[] {
  const byApiId = new Map<string, T>();
  for (const field of fields.slice(0, LIMITS.fields)) {
    if (field.apiId !== "" && !byApiId.has(field.apiId)) byApiId.set(field.apiId, field);
  }
  return [...byApiId.values()].map((field, index) => Object.assign({}, field, { id: `f${index}` }));
}

function targetsOf(fields: readonly Field[]): string[] {
  return fields.slice(0, LIMITS.fields).flatMap((field) => {
    if (field.type === "repeat") return targetsOf(field.fields);
    return field.type === "reference" ? field.to.slice(0, 1) : [];
  });
}
