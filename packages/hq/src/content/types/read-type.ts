import {
  CmsError,
  type ContentType,
  type Field,
  makeFieldApiId,
  makeFieldId,
  makeTypeApiId,
  type NumberField,
  type RowField,
  type TextField,
} from "@loam/cms-core";
import type { TypeState } from "@loam/cms-core/site";
import type { FieldBody, NewTypeBody, RowFieldBody, SchemaBody } from "./type-body.ts";

/** Converts a request to a new content type. Omitted names are generated from labels. */
export function readNewType(body: NewTypeBody, taken: readonly string[]): ContentType {
  const { apiId = makeTypeApiId(body.label, taken), kind } = body;
  return makeType(body, { apiId, kind, fields: completeFields(body.fields, []) });
}

/**
 * Converts a request to the schema of a type. Fields are matched by id, or else by API id. New fields get an id that no
 * field of the type ever had.
 *
 * @throws CmsError `api_id_fixed` if the API id differs from the path
 */
export function readSchema(body: SchemaBody, { type, versions }: TypeState): ContentType {
  const { apiId = type.apiId, kind = type.kind } = body;
  if (apiId !== type.apiId) {
    throw new CmsError("api_id_fixed", `The API ID of "${type.apiId}" cannot be changed.`, {
      issues: [{ code: "api_id_fixed", message: "This value cannot be changed.", field: "apiId" }],
    });
  }
  const known = [type.fields, ...[...versions.values()].map(({ fields }) => fields)];
  return makeType(body, { apiId, kind, fields: completeFields(body.fields, known) });
}

function makeType(
  { label, description, body }: SchemaBody,
  { apiId, kind, fields }: Pick<ContentType, "apiId" | "kind" | "fields">,
): ContentType {
  return {
    apiId,
    kind,
    label,
    ...(description !== undefined && description !== "" && { description }),
    ...(body !== undefined && body !== "" && { body }),
    fields,
  };
}

/** Fields of the working schema, then of every version. */
type Known = readonly (readonly Field[])[];

function completeFields(bodies: readonly FieldBody[], known: Known): readonly Field[] {
  const names = createNamer(bodies, known);
  return bodies.map((body) => {
    const { id, apiId } = names(body);
    if (body.type !== "repeat") return completeRowField(body, { id, apiId });
    const { fields, ...rest } = body;
    const inner = known.map((one) => rowFieldsOf(one.find((field) => field.id === id)));
    const innerNames = createNamer(fields, inner);
    return {
      ...headOf(rest, { id, apiId }),
      type: rest.type,
      fields: fields.map((field) => completeRowField(field, innerNames(field))),
    };
  });
}

function rowFieldsOf(field: Field | undefined): readonly RowField[] {
  return field?.type === "repeat" ? field.fields : [];
}

interface Names {
  readonly id: string;
  readonly apiId: string;
}

/** Returns a function that names fields one by one, unique among all current and earlier ones. */
function createNamer(bodies: readonly FieldBody[], known: Known): (body: FieldBody) => Names {
  const [working = []] = known;
  const given = (key: "id" | "apiId"): string[] => bodies.flatMap((body) => body[key] ?? []);
  const ids = new Set([...known.flat().map(({ id }) => id), ...given("id")]);
  const apiIds = new Set(given("apiId"));
  return (body) => {
    const same = working.find((field) =>
      body.id === undefined ? field.apiId === body.apiId : field.id === body.id,
    );
    const apiId = body.apiId ?? same?.apiId ?? makeFieldApiId(body.label, apiIds);
    // If possible both are the same word, so that authors of files know the key from the JSON.
    const id = body.id ?? same?.id ?? makeFieldId(apiId, ids);
    ids.add(id);
    apiIds.add(apiId);
    return { id, apiId };
  };
}

function completeRowField(body: RowFieldBody, names: Names): RowField {
  const head = headOf(body, names);
  switch (body.type) {
    case "text":
    case "textarea":
    case "richtext":
      return { ...head, type: body.type, ...textLimit(body) };
    case "number":
      return { ...head, type: body.type, ...numberLimits(body) };
    case "boolean":
    case "date":
    case "embed":
      return { ...head, type: body.type };
    case "select":
      return { ...head, type: body.type, options: body.options };
    case "media": {
      const { type, accept, requireAlt } = body;
      return { ...head, type, accept, ...(requireAlt && { requireAlt }) };
    }
    case "reference":
      return { ...head, type: body.type, to: body.to };
  }
}

function textLimit({ maxLength }: Pick<TextField, "maxLength">): Pick<TextField, "maxLength"> {
  return maxLength === undefined ? {} : { maxLength };
}

function numberLimits({
  min,
  max,
  integer,
}: Pick<NumberField, "min" | "max"> & { readonly integer: boolean }): Pick<
  NumberField,
  "min" | "max" | "integer"
> {
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(integer && { integer }),
  };
}

function headOf(
  { label, help, group, required, multiple }: Omit<FieldBody, "type">,
  { id, apiId }: Names,
): Omit<RowField, "type"> {
  const helped = help !== undefined && help !== "";
  const grouped = group !== undefined && group !== "";
  return {
    id,
    apiId,
    label,
    ...(helped && { help }),
    ...(grouped && { group }),
    required,
    multiple,
  };
}
