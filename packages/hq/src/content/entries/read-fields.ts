import {
  type ContentType,
  type Field,
  type FieldValue,
  type Issue,
  type MediaValue,
  newRowId,
  type ReferenceValue,
  type Row,
  type RowField,
  type RowFieldValue,
  type SelectField,
  type SingleValue,
} from "@loam/cms-core";

/** Values of an entry as they were sent. */
interface ReadFields {
  /** By internal field id; null takes a value away. */
  readonly values: ReadonlyMap<string, FieldValue | null>;
  /** What cannot be a value of its field at all; the schema's own rules are for the store. */
  readonly issues: readonly Issue[];
}

type Sent = Readonly<Record<string, unknown>>;
type Complain = (path: string, message: string) => undefined;

interface Place {
  readonly path: string;
  readonly complain: Complain;
}

/**
 * Values by internal id from values by API id. A select's value is that of an option, or the label of
 * one; a reference and a media value are ids or objects with one; a row without an id gets one.
 */
export function readFields(sent: Sent, { fields }: Pick<ContentType, "fields">): ReadFields {
  const issues: Issue[] = [];
  const complain: Complain = (field, message) => {
    issues.push({ code: "invalid_entry", message, field });
    return undefined;
  };
  const values = readMembers(sent, fields, { prefix: "", complain, read: readValue });
  return { values, issues };
}

interface ReadMembers<F, V> {
  readonly prefix: string;
  readonly complain: Complain;
  readonly read: (value: unknown, field: F, at: Place) => V | undefined;
}

function readMembers<F extends Field, V>(
  sent: Sent,
  fields: readonly F[],
  { prefix, complain, read }: ReadMembers<F, V>,
): Map<string, V | null> {
  const values = new Map<string, V | null>();
  for (const [apiId, value] of Object.entries(sent)) {
    const path = `${prefix}${apiId}`;
    const field = fields.find((candidate) => candidate.apiId === apiId);
    if (field === undefined) complain(path, `There is no field ${path}.`);
    else if (value === null) values.set(field.id, null);
    else {
      const known = read(value, field, { path, complain });
      if (known !== undefined) values.set(field.id, known);
    }
  }
  return values;
}

function readValue(value: unknown, field: Field, at: Place): FieldValue | undefined {
  if (field.type !== "repeat") return readRowValue(value, field, at);
  if (!Array.isArray(value)) return wrong(at, "a list of rows");
  const sent: readonly unknown[] = value;
  const taken = new Set(sent.flatMap((row) => (isObject(row) ? textsOf(row["id"]) : [])));
  return sent.flatMap((row, place) => {
    const path = `${at.path}.${place}`;
    return readRow(row, field.fields, { path, complain: at.complain, taken }) ?? [];
  });
}

function readRow(
  row: unknown,
  fields: readonly RowField[],
  { path, complain, taken }: Place & { readonly taken: Set<string> },
): Row | undefined {
  if (!isObject(row)) return wrong({ path, complain }, "an object");
  const { id = newRowId(taken), ...sent } = row;
  if (typeof id !== "string") return wrong({ path: `${path}.id`, complain }, "text");
  taken.add(id);
  const members = { prefix: `${path}.`, complain, read: readRowValue };
  const values = new Map<string, RowFieldValue>();
  for (const [key, value] of readMembers(sent, fields, members)) {
    if (value !== null) values.set(key, value);
  }
  return { id, values };
}

function readRowValue(value: unknown, field: RowField, at: Place): RowFieldValue | undefined {
  if (!field.multiple) return readSingle(value, field, at);
  if (!Array.isArray(value)) return wrong(at, "a list");
  const items: readonly unknown[] = value;
  return items.flatMap((item, place) => {
    const path = `${at.path}.${place}`;
    return readSingle(item, field, { path, complain: at.complain }) ?? [];
  });
}

function readSingle(value: unknown, field: RowField, at: Place): SingleValue | undefined {
  switch (field.type) {
    case "text":
    case "textarea":
    case "richtext":
    case "date":
    case "embed":
      return readText(value, at);
    case "number":
      return readNumber(value, at);
    case "boolean":
      return readBoolean(value, at);
    case "select":
      return readOption(value, field, at);
    case "reference":
      return readReference(value, at);
    case "media":
      return readMedia(value, at);
  }
}

function readText(value: unknown, at: Place): string | undefined {
  return typeof value === "string" ? value : wrong(at, "text");
}

function readNumber(value: unknown, at: Place): number | undefined {
  return typeof value === "number" ? value : wrong(at, "a number");
}

function readBoolean(value: unknown, at: Place): boolean | undefined {
  return typeof value === "boolean" ? value : wrong(at, "true or false");
}

function wrong({ path, complain }: Place, wanted: string): undefined {
  return complain(path, `${path} must be ${wanted}.`);
}

const SHOWN_OPTIONS = 20;

/** The option with this value, else the one with this label: labels are what published JSON has. */
function readOption(value: unknown, { options }: SelectField, at: Place): string | undefined {
  if (value === "") return "";
  const found =
    options.find((option) => option.value === value) ??
    options.find((option) => option.label === value);
  if (found !== undefined) return found.value;
  const allowed = options.slice(0, SHOWN_OPTIONS).map((option) => option.value);
  return wrong(at, `one of the options: ${allowed.join(", ")}`);
}

function readReference(value: unknown, at: Place): ReferenceValue | undefined {
  if (typeof value === "string") return { id: value };
  if (isObject(value)) {
    const { id, ...rest } = value;
    if (typeof id === "string" && Object.keys(rest).length === 0) return { id };
  }
  return wrong(at, "the id of an entry");
}

function readMedia(value: unknown, at: Place): MediaValue | undefined {
  if (typeof value === "string") return { id: value };
  if (isObject(value)) {
    const { id, alt = "", decorative = false, ...rest } = value;
    const isText = typeof id === "string" && typeof alt === "string";
    if (isText && typeof decorative === "boolean" && Object.keys(rest).length === 0) {
      return { id, ...(alt !== "" && { alt }), ...(decorative && { decorative }) };
    }
  }
  return wrong(at, "the id of a media record, or an object of id, alt and decorative");
}

function textsOf(value: unknown): readonly string[] {
  return typeof value === "string" ? [value] : [];
}

function isObject(value: unknown): value is Sent {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
