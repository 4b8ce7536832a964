import { parseFieldApiId, parseTypeApiId } from "../../../base/api-ids.ts";
import { CmsError, isCmsError } from "../../../base/errors.ts";
import { composeText } from "../../../base/text.ts";
import {
  type ContentTypeKind,
  FIELD_TYPES,
  type FieldType,
  type SelectOption,
} from "../../../model/content-type.ts";
import { yamlLine } from "../../../yaml/yaml-lines.ts";
import { readYaml } from "../../../yaml/yaml.ts";
import {
  isSourceList,
  type SourceMap,
  type SourceValue,
  type SystemKeys,
} from "../source/source-keys.ts";

type Path = readonly (string | number)[];

/** A value in the map file with its location. */
interface Node {
  readonly value: SourceValue;
  readonly path: Path;
  readonly failAt: (message: string, path: Path) => CmsError;
}

/**
 * Parses a YAML or JSON map file.
 *
 * @throws CmsError `invalid_map` with the line of the first error, or the error of the YAML parser
 */
export function parseImportMap(text: string, path: string): ImportMap {
  const failAt: Node["failAt"] = (message, at) => {
    const line = yamlLine(text, at, 1);
    const issue = { code: "invalid_map", message, path, line } as const;
    return new CmsError("invalid_map", `${path}, line ${line}: ${message}`, { issues: [issue] });
  };
  const read = membersOf(
    { value: readYaml(composeText(text), { path }), path: [], failAt },
    "collections",
  );
  return { collections: read("collections", mapOf(readCollection)) ?? new Map() };
}

function readCollection(node: Node): CollectionRule {
  if (node.value === "skip") return { skip: true, system: {}, fields: new Map() };
  const read = membersOf(node, "skip into type label kind date updated draft slug fields");
  return {
    skip: read("skip", asBoolean) ?? false,
    into: read("into", asText),
    type: read("type", parsedText(parseTypeApiId)),
    label: read("label", asText),
    kind: read("kind", oneOf(["list", "object"])),
    system: {
      date: read("date", asText),
      updated: read("updated", asText),
      draft: read("draft", asText),
      slug: read("slug", asText),
    },
    fields: read("fields", mapOf(readField)) ?? new Map(),
  };
}

const MAPPED_TYPES = FIELD_TYPES.filter((type) => type !== "repeat");

function readField(node: Node): FieldRule {
  if (node.value === "skip") return { skip: true };
  if (typeof node.value === "string")
    return { skip: false, apiId: parsedText(parseFieldApiId)(node) };
  const read = membersOf(node, "skip apiId label help type multiple required accept to options");
  const type = read("type", oneOf(MAPPED_TYPES));
  const options = read("options", listOf(readOption));
  if (type === "select" && options === undefined) throw fail(node, "A Select field needs options.");
  const to = read("to", listOf(parsedText(parseTypeApiId)));
  if (type === "reference" && to === undefined) {
    throw fail(node, "A Content reference field needs `to`, a list of content types.");
  }
  return {
    skip: read("skip", asBoolean) ?? false,
    apiId: read("apiId", parsedText(parseFieldApiId)),
    label: read("label", asText),
    help: read("help", asText),
    type,
    multiple: read("multiple", asBoolean),
    required: read("required", asBoolean),
    accept: read("accept", oneOf(["image", "file"])),
    to,
    options,
  };
}

function readOption(node: Node): SelectOption {
  if (typeof node.value === "string") return { value: node.value, label: node.value };
  const read = membersOf(node, "value label");
  const value = read("value", asText);
  if (value === undefined) throw fail(node, "An option needs a value.");
  return { value, label: read("label", asText) ?? value };
}

type Read = <T>(key: string, as: (node: Node) => T) => T | undefined;

/** Reads the members of a mapping and rejects unknown ones. */
function membersOf(node: Node, names: string): Read {
  const known = names.split(" ");
  const members = mapOf((member) => member)(node);
  for (const [key, member] of members) {
    if (known.includes(key)) continue;
    throw fail(member, `Unknown key "${key}". Supported keys: ${known.join(", ")}.`);
  }
  return (key, as) => {
    const member = members.get(key);
    return member === undefined ? undefined : as(member);
  };
}

function mapOf<T>(as: (node: Node) => T): (node: Node) => Map<string, T> {
  return (node) => {
    if (node.value === "") return new Map();
    if (!(node.value instanceof Map)) throw mustBe(node, "a mapping");
    return new Map([...node.value].map(([key, value]) => [key, as(childNode(node, key, value))]));
  };
}

function listOf<T>(as: (node: Node) => T): (node: Node) => T[] {
  return (node) => {
    const items = isSourceList(node.value) ? node.value : [node.value];
    return items.map((value, index) => as(childNode(node, index, value)));
  };
}

function asText(node: Node): string {
  if (typeof node.value === "string" && node.value !== "") return node.value;
  throw mustBe(node, "a text");
}

function asBoolean(node: Node): boolean {
  return oneOf(["true", "false"])(node) === "true";
}

function oneOf<const T extends string>(values: readonly T[]): (node: Node) => T {
  return (node) => {
    const found = values.find((value) => value === node.value);
    if (found !== undefined) return found;
    throw mustBe(node, `one of ${values.join(", ")}`);
  };
}

function parsedText(parse: (text: string) => string): (node: Node) => string {
  return (node) => {
    const text = asText(node);
    try {
      return parse(text);
    } catch (error) {
      throw isCmsError(error) ? fail(node, error.message) : error;
    }
  };
}

function childNode({ path, failAt }: Node, key: string | number, value: SourceValue): Node {
  return { value, path: [...path, key], failAt };
}

function mustBe(node: Node, what: string): CmsError {
  return fail(node, `"${String(node.path.at(-1) ?? "The file")}" must be ${what}.`);
}

function fail({ path, failAt }: Node, message: string): CmsError {
  return failAt(message, path);
}

/** Tables of Zola and Hugo that only group the author's keys. Their keys become fields. */
const OPENED: ReadonlySet<string> = new Set(["extra", "taxonomies", "params"]);

/** Matches keys that are names. URLs, numbers, and versions as keys are data. */
const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_ $.:-]{0,99}$/u;

/** Returns whether all keys of a mapping are names. Fields created from other keys would multiply with every value. */
export function hasNames(map: SourceMap): boolean {
  return [...map.keys()].every((key) => NAME.test(key));
}

/** Expands such tables in front matter. A key that also exists at the top level keeps the table's name as a prefix. */
export function openTables(map: SourceMap): SourceMap {
  if (![...OPENED].some((key) => map.get(key) instanceof Map)) return map;
  const opened = new Map<string, SourceValue>();
  for (const [key, value] of map) {
    const isTable = OPENED.has(key) && value instanceof Map && hasNames(value);
    if (!isTable) {
      opened.set(key, value);
      continue;
    }
    for (const [inner, innerValue] of value) {
      opened.set(
        map.has(inner) || opened.has(inner) ? freeKey(`${key}_${inner}`, map) : inner,
        innerValue,
      );
    }
  }
  return opened;
}

/** Flattens nested mappings, because rows cannot be nested: `og: {title}` becomes `og_title`. */
export function flattenMap(map: SourceMap): SourceMap {
  const flat = new Map<string, SourceValue>();
  for (const [key, value] of map) {
    if (!(value instanceof Map) || !hasNames(value)) {
      flat.set(freeKey(key, flat), value);
      continue;
    }
    for (const [inner, innerValue] of flattenMap(value)) {
      flat.set(freeKey(`${key}_${inner}`, flat), innerValue);
    }
  }
  return flat;
}

function freeKey(key: string, usedKeys: ReadonlyMap<string, unknown>): string {
  let free = key;
  while (usedKeys.has(free)) free += "_";
  return free;
}

/** Overrides for one front matter key of a collection. */
export interface FieldRule {
  readonly skip: boolean;
  readonly apiId?: string | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  readonly type?: Exclude<FieldType, "repeat"> | undefined;
  readonly multiple?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly accept?: "image" | "file" | undefined;
  /** API IDs of content types. */
  readonly to?: readonly string[] | undefined;
  readonly options?: readonly SelectOption[] | undefined;
}

export interface CollectionRule {
  readonly skip: boolean;
  /** Name of another collection that receives the files. */
  readonly into?: string | undefined;
  /** API ID of the content type. */
  readonly type?: string | undefined;
  readonly label?: string | undefined;
  readonly kind?: ContentTypeKind | undefined;
  /** Keys for date, updated, draft, and slug. */
  readonly system: SystemKeys;
  readonly fields: ReadonlyMap<string, FieldRule>;
}

/** The map file of `hq import --map`, by collection name in the folder. */
export interface ImportMap {
  readonly collections: ReadonlyMap<string, CollectionRule>;
}

export const EMPTY_MAP: ImportMap = { collections: new Map() };

export const EMPTY_RULE: CollectionRule = { skip: false, system: {}, fields: new Map() };

export const EMPTY_FIELD_RULE: FieldRule = { skip: false };
