import { parseFieldApiId, parseTypeApiId } from "../../../base/api-ids.ts";
import { CmsError, isCmsError } from "../../../base/errors.ts";
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

/** A value of the map file with its place, for errors. */
interface Node {
  readonly value: SourceValue;
  readonly path: Path;
}

type Fail = (message: string, path: Path) => CmsError;

/**
 * Reads a map file, YAML or JSON.
 *
 * @throws CmsError `invalid_map` with the line of the first thing that is wrong; or what the YAML reader says.
 */
export function parseImportMap(text: string, path: string): ImportMap {
  const root = readYaml(text, { path });
  const fail: Fail = (message, at) => {
    const line = yamlLine(text, at, 1);
    const issue = { code: "invalid_map", message, path, line } as const;
    return new CmsError("invalid_map", `${path}, line ${line}: ${message}`, { issues: [issue] });
  };
  const reader = new MapReader(fail);
  const members = reader.members({ value: root, path: [] }, ["collections"]);
  const collections = new Map<string, CollectionRule>();
  for (const [name, node] of reader.entries(members.get("collections"))) {
    collections.set(name, readCollection(node, reader));
  }
  return { collections };
}

function readCollection(node: Node, reader: MapReader): CollectionRule {
  if (node.value === "skip") return { skip: true, system: {}, fields: new Map() };
  const known = "skip into type label kind date updated draft slug fields".split(" ");
  const members = reader.members(node, known);
  const type = reader.checked(members.get("type"), parseTypeApiId);
  const kind = reader.oneOf(members.get("kind"), ["list", "object"] as const);
  const fields = new Map<string, FieldRule>();
  for (const [key, field] of reader.entries(members.get("fields"))) {
    fields.set(key, readField(field, reader));
  }
  return {
    skip: reader.boolean(members.get("skip")) ?? false,
    into: reader.text(members.get("into")),
    type,
    label: reader.text(members.get("label")),
    kind,
    system: {
      date: reader.text(members.get("date")),
      updated: reader.text(members.get("updated")),
      draft: reader.text(members.get("draft")),
      slug: reader.text(members.get("slug")),
    },
    fields,
  };
}

const MAPPED_TYPES = FIELD_TYPES.filter((type) => type !== "repeat");

function readField(node: Node, reader: MapReader): FieldRule {
  if (node.value === "skip") return { skip: true };
  if (typeof node.value === "string") {
    return { skip: false, apiId: reader.checked(node, parseFieldApiId) ?? node.value };
  }
  const known = "skip apiId label help type multiple required accept to options".split(" ");
  const members = reader.members(node, known);
  const type = reader.oneOf(members.get("type"), MAPPED_TYPES);
  const options = reader.list(members.get("options"))?.map((item) => readOption(item, reader));
  if (type === "select" && options === undefined)
    throw reader.fail("A select needs options.", node.path);
  const to = reader
    .list(members.get("to"))
    ?.map((item) => reader.checked(item, parseTypeApiId) ?? "");
  if (type === "reference" && to === undefined) {
    throw reader.fail("A reference needs `to`, a list of content types.", node.path);
  }
  return {
    skip: reader.boolean(members.get("skip")) ?? false,
    apiId: reader.checked(members.get("apiId"), parseFieldApiId),
    label: reader.text(members.get("label")),
    help: reader.text(members.get("help")),
    type,
    multiple: reader.boolean(members.get("multiple")),
    required: reader.boolean(members.get("required")),
    accept: reader.oneOf(members.get("accept"), ["image", "file"] as const),
    to,
    options,
  };
}

function readOption(node: Node, reader: MapReader): SelectOption {
  if (typeof node.value === "string") return { value: node.value, label: node.value };
  const members = reader.members(node, ["value", "label"]);
  const value = reader.text(members.get("value"));
  if (value === undefined) throw reader.fail("An option needs a value.", node.path);
  return { value, label: reader.text(members.get("label")) ?? value };
}

class MapReader {
  readonly fail: Fail;

  constructor(fail: Fail) {
    this.fail = fail;
  }

  entries(node: Node | undefined): [string, Node][] {
    if (node === undefined || node.value === "") return [];
    const map = this.mapping(node);
    return [...map].map(([key, value]) => [key, { value, path: [...node.path, key] }]);
  }

  members(node: Node, known: readonly string[]): Map<string, Node> {
    const members = new Map(this.entries(node));
    for (const [key, { path }] of members) {
      if (known.includes(key)) continue;
      throw this.fail(`"${key}" is not known here; known are ${known.join(", ")}.`, path);
    }
    return members;
  }

  text(node: Node | undefined): string | undefined {
    if (node === undefined) return undefined;
    if (typeof node.value === "string" && node.value !== "") return node.value;
    throw this.fail(`"${String(node.path.at(-1))}" must be a text.`, node.path);
  }

  boolean(node: Node | undefined): boolean | undefined {
    const text = this.oneOf(node, ["true", "false"] as const);
    return text === undefined ? undefined : text === "true";
  }

  oneOf<T extends string>(node: Node | undefined, values: readonly T[]): T | undefined {
    if (node === undefined) return undefined;
    const found = values.find((value) => value === node.value);
    if (found !== undefined) return found;
    throw this.fail(
      `"${String(node.path.at(-1))}" must be one of ${values.join(", ")}.`,
      node.path,
    );
  }

  checked(node: Node | undefined, parse: (text: string) => string): string | undefined {
    const text = this.text(node);
    if (text === undefined || node === undefined) return undefined;
    try {
      return parse(text);
    } catch (error) {
      throw isCmsError(error) ? this.fail(error.message, node.path) : error;
    }
  }

  list(node: Node | undefined): Node[] | undefined {
    if (node === undefined) return undefined;
    const items = isSourceList(node.value) ? node.value : [node.value];
    return items.map((value, index) => ({ value, path: [...node.path, index] }));
  }

  private mapping(node: Node): SourceMap {
    if (node.value instanceof Map) return node.value;
    throw this.fail(`"${String(node.path.at(-1) ?? "The file")}" must be a mapping.`, node.path);
  }
}

/** Tables of Zola and Hugo that only group what the author added; their keys are fields. */
const OPENED: ReadonlySet<string> = new Set(["extra", "taxonomies", "params"]);

/** What a key is called that names a value; an address, a number or a version is a value itself. */
const NAME = /^[\p{L}_$][\p{L}\p{M}\p{N}_ $.:-]{0,99}$/u;

/** Whether all keys of a mapping are names. Fields made of other keys would grow with every value. */
export function hasNames(map: SourceMap): boolean {
  return [...map.keys()].every((key) => NAME.test(key));
}

/** Front matter with such tables opened; a key that stands outside as well keeps the table's name. */
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

/** A mapping whose inner mappings are spread out, because rows do not nest: `og: {title}` → `og_title`. */
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

function freeKey(key: string, taken: ReadonlyMap<string, unknown>): string {
  let free = key;
  while (taken.has(free)) free += "_";
  return free;
}

/** What a person wants otherwise than inferred, for one key of a collection's front matter. */
export interface FieldRule {
  readonly skip: boolean;
  readonly apiId?: string | undefined;
  readonly label?: string | undefined;
  readonly help?: string | undefined;
  readonly type?: Exclude<FieldType, "repeat"> | undefined;
  readonly multiple?: boolean | undefined;
  readonly required?: boolean | undefined;
  readonly accept?: "image" | "file" | undefined;
  /** API ids of content types. */
  readonly to?: readonly string[] | undefined;
  readonly options?: readonly SelectOption[] | undefined;
}

export interface CollectionRule {
  readonly skip: boolean;
  /** Name of another collection that its files belong to. */
  readonly into?: string | undefined;
  /** API id of the content type. */
  readonly type?: string | undefined;
  readonly label?: string | undefined;
  readonly kind?: ContentTypeKind | undefined;
  /** Keys for date, updated, draft and slug. */
  readonly system: SystemKeys;
  readonly fields: ReadonlyMap<string, FieldRule>;
}

/** The map file of `hq import --map`, by the collections' names in the folder. */
export interface ImportMap {
  readonly collections: ReadonlyMap<string, CollectionRule>;
}

export const EMPTY_MAP: ImportMap = { collections: new Map() };

export const EMPTY_RULE: CollectionRule = { skip: false, system: {}, fields: new Map() };

export const EMPTY_FIELD_RULE: FieldRule = { skip: false };
