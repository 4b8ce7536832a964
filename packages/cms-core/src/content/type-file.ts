import { CmsError } from "../base/errors.ts";
import type { ContentType, SchemaVersion } from "../model/content-type.ts";
import {
  FIELD_TYPES,
  type Field,
  type MediaField,
  type NumberField,
  type RowField,
  type SelectOption,
  type TextField,
} from "../model/field.ts";
import { editTree } from "./edit-yaml.ts";
import { typePath, versionPath } from "./layout.ts";
import { typeTree } from "./type-tree.ts";
import { validateType } from "./validate-type.ts";
import { openYamlRecord, type YamlRecord } from "./yaml-record.ts";
import { printMapping } from "./yaml-tree.ts";

const KINDS = ["list", "object"] as const;
const ACCEPTS = ["image", "file"] as const;

/**
 * Reads `type.yml`.
 * @param path of the file; its folder must be the type's API id
 * @throws CmsError `invalid_schema` with an issue and line per problem.
 */
export function parseTypeFile(bytes: Uint8Array, path: string): ContentType {
  const record = openYamlRecord(bytes, path, "invalid_schema");
  const type = readType(record);
  if (path !== typePath(type.apiId)) misplaced(record);
  return accept(type, record);
}

/** `parseVersionFile` without its promise about JSON: the record of a frozen schema. */
export function parseVersionRecord(bytes: Uint8Array, path: string): SchemaVersion {
  const record = openYamlRecord(bytes, path, "invalid_schema");
  const version = { version: record.integer("version"), ...readType(record) };
  if (path !== versionPath(version.apiId, version.version)) misplaced(record);
  return accept(version, record);
}

function misplaced(record: YamlRecord): void {
  record.refuse("does not stand where its names say", "apiId");
}

function accept<T extends ContentType>(type: T, record: YamlRecord): T {
  record.finish();
  for (const { message } of validateType(type)) record.refuse(message.replace(/\.$/, ""));
  record.finish();
  return type;
}

/**
 * The bytes of `type.yml`: canonical, or written into `previous`, whose comments stay.
 * @throws CmsError `invalid_schema` when the type breaks a rule.
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
    inner.refuse("a repeat cannot stand inside a repeat", "type");
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
    record.refuse(`"${key}" must be a list of texts`, key);
    return [];
  });
}

function isSet(text: string | undefined): text is string {
  return text !== undefined && text !== "";
}
