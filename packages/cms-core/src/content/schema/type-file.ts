import { CmsError } from "../../base/errors.ts";
import {
  type ContentType,
  type Field,
  FIELD_TYPES,
  type MediaField,
  type NumberField,
  type RowField,
  type SchemaVersion,
  type SelectOption,
  type TextField,
} from "../../model/content-type.ts";
import { editTree } from "../../yaml/edit-yaml.ts";
import { openYamlRecord, type YamlRecord } from "../../yaml/yaml-record.ts";
import {
  printMapping,
  stringLeaf,
  typedLeaf,
  type YamlMapping,
  type YamlTree,
} from "../../yaml/yaml-tree.ts";
import { typePath, versionPath } from "../site/layout.ts";
import { validateType } from "./validate-type.ts";

const TYPE_KEYS: ReadonlySet<string> = new Set(
  "apiId kind label description body fields".split(" "),
);

const FIELD_KEYS: ReadonlySet<string> = new Set(
  "id apiId label type required multiple help group maxLength min max integer options accept requireAlt to fields".split(
    " ",
  ),
);

const OMITTED: ReadonlyMap<string, string> = new Map([
  ["required", "false"],
  ["multiple", "false"],
  ["requireAlt", "false"],
  ["integer", "false"],
]);

const KINDS = ["list", "object"] as const;

const ACCEPTS = ["image", "file"] as const;

/**
 * Reads `type.yml`.
 *
 * @param path - of the file; its folder must be the type's API id
 * @throws CmsError `invalid_schema` with an issue and line per problem
 */
export function parseTypeFile(bytes: Uint8Array, path: string): ContentType {
  const record = openYamlRecord(bytes, path, "invalid_schema");
  const type = readType(record);
  if (path !== typePath(type.apiId)) wrongFolder(record);
  return accepted(type, record);
}

function wrongFolder(record: YamlRecord): void {
  record.refuse("is not in the folder that matches its API ID and version", "apiId");
}

function accepted<T extends ContentType>(type: T, record: YamlRecord): T {
  record.finish();
  for (const { message } of validateType(type)) record.refuse(message.replace(/\.$/, ""));
  record.finish();
  return type;
}

/**
 * Returns the bytes of `type.yml`: canonical, or `previous` with edits and its comments.
 *
 * @throws CmsError `invalid_schema` if the type breaks a rule
 */
export function printTypeFile(type: ContentType, previous?: Uint8Array): Uint8Array {
  const issues = validateType(type);
  const [first] = issues;
  if (first !== undefined) throw new CmsError("invalid_schema", first.message, { issues });
  const tree = typeTree(type);
  const edited = previous === undefined ? undefined : editTree(previous, tree);
  return edited ?? Buffer.from(printMapping(tree));
}

function readType(record: YamlRecord): ContentType {
  const description = record.optionalText("description");
  const body = record.optionalText("body");
  return {
    apiId: record.text("apiId"),
    kind: record.oneOf("kind", KINDS) ?? "list",
    label: record.text("label"),
    ...(isSet(description) ? { description } : {}),
    ...(isSet(body) ? { body } : {}),
    fields: record.records("fields").flatMap(readField),
  };
}

function readField(record: YamlRecord): Field[] {
  const type = record.oneOf("type", FIELD_TYPES);
  if (type !== "repeat") return readRowField(record, type);
  const fields = record.records("fields").flatMap((inner) => {
    const innerType = inner.oneOf("type", FIELD_TYPES);
    if (innerType !== "repeat") return readRowField(inner, innerType);
    inner.refuse("a Repeat field cannot contain another Repeat field", "type");
    return [];
  });
  return [{ ...readBase(record), type, fields }];
}

type RowFieldType = RowField["type"];

function readRowField(record: YamlRecord, type: RowFieldType | undefined): RowField[] {
  return type === undefined ? [] : [readKnownField(record, type)];
}

function readKnownField(record: YamlRecord, type: RowFieldType): RowField {
  const base = readBase(record);
  switch (type) {
    case "text":
    case "textarea":
    case "richtext":
      return { ...base, type, ...readTextRules(record) };
    case "number":
      return { ...base, type, ...readNumberRules(record) };
    case "boolean":
    case "date":
    case "embed":
      return { ...base, type };
    case "select":
      return { ...base, type, options: record.records("options").map(readOption) };
    case "media":
      return { ...base, type, ...readMediaRules(record) };
    case "reference":
      return { ...base, type, to: readTexts(record, "to") };
  }
}

function readTextRules(record: YamlRecord): Pick<TextField, "maxLength"> {
  const maxLength = record.optionalInteger("maxLength");
  return maxLength === undefined ? {} : { maxLength };
}

function readNumberRules(record: YamlRecord): Pick<NumberField, "min" | "max" | "integer"> {
  const [min, max] = [record.optionalNumber("min"), record.optionalNumber("max")];
  return {
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
    ...(record.flag("integer") ? { integer: true } : {}),
  };
}

function readMediaRules(record: YamlRecord): Pick<MediaField, "accept" | "requireAlt"> {
  const kind = { accept: record.oneOf("accept", ACCEPTS) ?? "file" } as const;
  return record.flag("requireAlt") ? { ...kind, requireAlt: true } : kind;
}

function readBase(record: YamlRecord): Omit<RowField, "type"> {
  const help = record.optionalText("help");
  const group = record.optionalText("group");
  return {
    id: record.text("id"),
    apiId: record.text("apiId"),
    label: record.text("label"),
    ...(isSet(help) ? { help } : {}),
    ...(isSet(group) ? { group } : {}),
    required: record.flag("required"),
    multiple: record.flag("multiple"),
  };
}

function readOption(record: YamlRecord): SelectOption {
  return { value: record.text("value"), label: record.text("label") };
}

function readTexts(record: YamlRecord, key: string): string[] {
  return record.list(key).flatMap((item) => {
    if (typeof item === "string") return [item];
    record.refuse(`"${key}" must be a list of strings`, key);
    return [];
  });
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}

/** Returns the content of `type.yml`; omits flags that are false. */
function typeTree(type: ContentType): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["apiId", stringLeaf(type.apiId)],
    ["kind", stringLeaf(type.kind)],
    ["label", stringLeaf(type.label)],
  ]);
  if (type.description !== undefined) entries.set("description", stringLeaf(type.description));
  if (type.body !== undefined) entries.set("body", stringLeaf(type.body));
  entries.set("fields", { kind: "list", items: type.fields.map(fieldTree) });
  return { kind: "mapping", entries, known: (key) => TYPE_KEYS.has(key) };
}

function fieldTree(field: Field): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["id", stringLeaf(field.id)],
    ["apiId", stringLeaf(field.apiId)],
    ["label", stringLeaf(field.label)],
    ["type", stringLeaf(field.type)],
  ]);
  if (field.required) entries.set("required", typedLeaf("true"));
  if (field.multiple) entries.set("multiple", typedLeaf("true"));
  if (field.help !== undefined) entries.set("help", stringLeaf(field.help));
  if (field.group !== undefined) entries.set("group", stringLeaf(field.group));
  for (const [key, value] of ownMembers(field)) entries.set(key, value);
  return { kind: "mapping", entries, known: (key) => FIELD_KEYS.has(key), omitted: OMITTED };
}

function ownMembers(field: Field): [string, YamlTree][] {
  switch (field.type) {
    case "select":
      return [["options", { kind: "list", items: field.options.map(optionTree) }]];
    case "media":
      return mediaMembers(field);
    case "reference":
      return [["to", { kind: "list", items: field.to.map(stringLeaf) }]];
    case "repeat":
      return [["fields", { kind: "list", items: field.fields.map(fieldTree) }]];
    case "text":
    case "textarea":
    case "richtext":
      return numberMembers({ maxLength: field.maxLength });
    case "number":
      return numberRules(field);
    case "boolean":
    case "date":
    case "embed":
      return [];
  }
}

function numberRules({ min, max, integer }: NumberField): [string, YamlTree][] {
  const whole: [string, YamlTree][] = integer === true ? [["integer", typedLeaf("true")]] : [];
  return [...numberMembers({ min, max }), ...whole];
}

function numberMembers(
  members: Readonly<Record<string, number | undefined>>,
): [string, YamlTree][] {
  return Object.entries(members).flatMap(([key, value]): [string, YamlTree][] =>
    value === undefined ? [] : [[key, typedLeaf(String(value))]],
  );
}

function mediaMembers({ accept, requireAlt }: MediaField): [string, YamlTree][] {
  const demand: [string, YamlTree][] = [["requireAlt", typedLeaf("true")]];
  return [["accept", stringLeaf(accept)], ...(requireAlt === true ? demand : [])];
}

function optionTree(option: { readonly value: string; readonly label: string }): YamlMapping {
  const entries = new Map([
    ["value", stringLeaf(option.value)],
    ["label", stringLeaf(option.label)],
  ]);
  return { kind: "mapping", entries, known: (key) => key === "value" || key === "label" };
}

/**
 * Reads a frozen schema, `types/<api_id>/versions/<n>.json`. JSON is parsed as YAML, of which it is a subset, so that
 * duplicate keys, depth, and size are checked as for other files.
 *
 * @throws CmsError `invalid_schema` with an issue and line per problem
 */
export function parseVersionFile(bytes: Uint8Array, path: string): SchemaVersion {
  const record = openYamlRecord(bytes, path, "invalid_schema");
  const version = { version: record.integer("version"), ...readType(record) };
  if (path !== versionPath(version.apiId, version.version)) wrongFolder(record);
  return accepted(version, record);
}

/** Returns the bytes of a frozen schema: the same for the same schema, whatever the order of its members. */
export function printVersionFile(version: SchemaVersion): Uint8Array {
  return Buffer.from(`${JSON.stringify(version, MEMBERS, 2)}\n`);
}

/** Whether two version files have the same content. */
export function isSameVersion(a: SchemaVersion, b: SchemaVersion): boolean {
  return Buffer.from(printVersionFile(a)).equals(printVersionFile(b));
}

const MEMBERS =
  "version id apiId kind value label description body type required multiple help group maxLength min max integer accept requireAlt options to fields".split(
    " ",
  );
