import { trySpend, type StepBudget, createStepBudget } from "../../../base/step-budget.ts";
import {
  readBracketed,
  readCallChain,
  readConstant,
  readMembers,
  splitTopLevel,
  readStrings,
} from "./script-text.ts";

/** Requirements of a project's own schema for a front matter key. */
export interface KeyDemand {
  /** Whether an entry without the key is rejected. */
  readonly required: boolean;
  /** Allowed values. */
  readonly options?: readonly string[];
  /** Collection whose entries the values refer to. */
  readonly to?: string;
}

export type Demands = ReadonlyMap<string, KeyDemand>;

/** A collection defined in Astro's `content.config.ts`. */
export interface DefinedCollection {
  /** Key in `collections`, as used by the site's pages. */
  readonly name: string;
  /** Folder of its files, if the configuration sets one. */
  readonly base: string | undefined;
  /** Glob patterns of its files. A pattern that starts with `!` excludes files. */
  readonly patterns: readonly string[];
  readonly demands: Demands;
  /** File with all entries of the collection, if it has one: `loader: file("src/data/teams.json")`. */
  readonly file: DefinedFile | undefined;
}

/** A file with several entries. */
export interface DefinedFile {
  readonly path: string;
  readonly parser: FileParser;
}

/** How the entries are found in the text of a file. */
type FileParser =
  /** The file's format follows from its extension. The entries are in it, or below these keys. */
  | { readonly kind: "data"; readonly keys: readonly string[] }
  | { readonly kind: "csv"; readonly delimiter: string }
  /** Code, which is never run. */
  | { readonly kind: "code" };

/** More than anyone writes by hand. */
const MAX_CHARACTERS = 200_000;
const MAX_COLLECTIONS = 200;
/** Looking up a constant costs the length of the text. Several constants can be nested. */
const LOOKUP_BUDGET = 50 * MAX_CHARACTERS;

/** A configuration and the remaining lookup budget. */
interface Config {
  readonly text: string;
  readonly budget: StepBudget;
}

/** Returns the collections exported by a `content.config.ts`, each with the key for `getCollection`. */
export function readCollections(config: string): DefinedCollection[] {
  const text = config.slice(0, MAX_CHARACTERS);
  const whole = { text, budget: createStepBudget(LOOKUP_BUDGET) };
  const exported = /\bcollections\b[^=;{]{0,300}=\s*\{/.exec(text);
  if (exported === null) return findConstantNames(text).map((name) => readOne(name, name, whole));
  const members = readMembers(readBracketed(text, exported.index + exported[0].length - 1));
  return members.slice(0, MAX_COLLECTIONS).map(([name, value]) => readOne(name, value, whole));
}

/** Returns the names of constants that are collections, for configurations that don't export one object. */
function findConstantNames(text: string): string[] {
  return [
    ...text.matchAll(/\b(?:const|let|var)\s+(\w+)[^=;]{0,300}=\s*defineCollection\s*\(/g),
  ].map(([, name = ""]) => name);
}

function readOne(name: string, value: string, config: Config): DefinedCollection {
  const definition = /^[\w$]+$/.test(value) ? (lookUp(value, config) ?? "") : value;
  const open = definition.indexOf("(");
  const body =
    /^defineCollection\b/.test(definition) && open !== -1 ? readBracketed(definition, open) : "";
  const base = /\bbase\s*:\s*(?:new URL\(\s*)?["'`](?:\.\/)?([^"'`]+?)\/?["'`]/.exec(body)?.[1];
  const brace = body.indexOf("{");
  const members = new Map(brace === -1 ? [] : readMembers(readBracketed(body, brace)));
  return {
    name,
    base,
    patterns: patternsOf(body),
    demands: demandsOf(members.get("schema"), config),
    file: fileOf(members.get("loader") ?? "", config),
  };
}

/** Reads the call `file("src/data/teams.json", { parser })`. */
function fileOf(loader: string, config: Config): DefinedFile | undefined {
  const open = /^file\s*\(/.exec(loader)?.[0].length;
  if (open === undefined) return undefined;
  const [name = "", options = "{}"] = splitTopLevel(readBracketed(loader, open - 1));
  const written = /^[\w$]+$/.test(name) ? (lookUp(name, config) ?? "") : name;
  const path = /^(["'`])(?:\.\/)?([^"'`$]+)\1/.exec(written)?.[2];
  if (path === undefined) return undefined;
  const parser = new Map(readMembers(readBracketed(options, 0))).get("parser");
  return { path, parser: parserOf(parser, { path, config }) };
}

/** `(text) => JSON.parse(text).dogs` */
const PARSER =
  /^(?:async\s*)?\(?\s*[\w$]+[^)=]*\)?\s*=>\s*(?:\{\s*return\s+)?(?:await\s+)?([\w$.]+)\s*\(/;
const PARSE_FUNCTION = /^(?:JSON\.parse|[\w$.]*(?:ya?ml|toml)[\w$.]*)$/i;
const CSV_FUNCTION = /csv|papa/i;
/** Keys that follow the call: `.dogs["small ones"]`. Nothing else can follow, such as another call. */
const KEYS = /^(?:\??\.[\w$]+|\[(?:"[^"]*"|'[^']*')\])*(?![\w$])(?!\s*[?.[(])/;
const ONE_KEY = /\.([\w$]+)|\["([^"]*)"\]|\['([^']*)'\]/g;

function parserOf(
  parser: string | undefined,
  { path, config }: { readonly path: string; readonly config: Config },
): FileParser {
  if (parser === undefined) return { kind: "data", keys: [] };
  const { name, args, after } = readParser(parser, config);
  const isCsv = CSV_FUNCTION.test(name) || (path.endsWith(".csv") && /(?:^|\.)parse$/.test(name));
  if (isCsv) return { kind: "csv", delimiter: delimiterIn(args) };
  const chain = PARSE_FUNCTION.test(name) ? KEYS.exec(after)?.[0] : undefined;
  if (chain === undefined) return { kind: "code" };
  const keys = [...chain.matchAll(ONE_KEY)].map((key) => key[1] ?? key[2] ?? key[3] ?? "");
  return { kind: "data", keys };
}

interface ParserCall {
  /** Function that the parser is or calls. */
  readonly name: string;
  readonly args: string;
  /** Text after the call. */
  readonly after: string;
}

function readParser(parser: string, config: Config): ParserCall {
  const isName = /^[\w$.]+$/.test(parser);
  const code = isName && !parser.includes(".") ? (lookUp(parser, config) ?? parser) : parser;
  const call = PARSER.exec(code);
  if (call === null) return { name: isName ? parser : "", args: "", after: "" };
  const [start, name = ""] = call;
  const args = readBracketed(code, start.length - 1);
  return { name, args, after: code.slice(start.length + args.length + 1) };
}

function delimiterIn(args: string): string {
  const written = /\bdelimiter\s*:\s*(["'`])(\\t|[^\\])\1/.exec(args)?.[2];
  return written === "\\t" ? "\t" : (written ?? ",");
}

function lookUp(name: string, { text, budget }: Config): string | undefined {
  return trySpend(budget, text.length) ? readConstant(text, name) : undefined;
}

function patternsOf(body: string): string[] {
  const found = /\bpattern\s*:\s*/.exec(body);
  if (found === null) return [];
  const rest = body.slice(found.index + found[0].length);
  if (!rest.startsWith("[")) return /^["'`]/.test(rest) ? readStrings(rest).slice(0, 1) : [];
  const list = readBracketed(rest, 0);
  // The value of a variable is unknown: it can include every file.
  const isWhole = splitTopLevel(list).every((part) => /^(["'`])[^$]*\1$/.test(part));
  return isWhole ? readStrings(list) : [...readStrings(list), "**"];
}

/** Source of a schema and the constants visited so far, because a constant can refer to itself. */
interface SchemaReading {
  readonly config: Config;
  readonly seen: Set<string>;
  readonly demands: Map<string, KeyDemand>;
}

/** Returns the keys of a schema's object, either in `z.object({ … })` or in a constant. */
function demandsOf(schema: string | undefined, config: Config): Demands {
  const demands = new Map<string, KeyDemand>();
  if (schema !== undefined) addSchema(schema, { config, seen: new Set(), demands });
  return demands;
}

function addSchema(schema: string, reading: SchemaReading): void {
  const object = /\b(?:strict|loose)?object\s*\(\s*\{/i.exec(schema);
  if (object !== null) {
    addMembers(readBracketed(schema, object.index + object[0].length - 1), reading);
    return;
  }
  const value = lookUpOnce(/^([\w$]+)\s*$/.exec(schema)?.[1], reading);
  if (value !== undefined) addSchema(value, reading);
}

function addMembers(object: string, reading: SchemaReading): void {
  for (const part of splitTopLevel(object)) {
    const spread = lookUpOnce(/^\.\.\.([\w$]+)$/.exec(part)?.[1], reading);
    if (spread?.startsWith("{") === true) addMembers(readBracketed(spread, 0), reading);
  }
  for (const [key, value] of readMembers(object)) reading.demands.set(key, demandOf(value));
}

/** Returns the value of a constant on its first lookup only. */
function lookUpOnce(name: string | undefined, { config, seen }: SchemaReading): string | undefined {
  if (name === undefined || seen.has(name)) return undefined;
  seen.add(name);
  return valueOf(name, config);
}

function valueOf(name: string, config: Config): string | undefined {
  const value = lookUp(name, config);
  const open = value?.search(/[({[]/) ?? -1;
  if (value === undefined || open === -1) return value;
  return value.slice(0, open + readBracketed(value, open).length + 2);
}

/** Matches values that can be missing, and so are not required. */
const MAY_MISS =
  /\.(?:optional|nullish|nullable|default|prefault|catch)\(|^z\.(?:optional|nullish|nullable|any|unknown|undefined)\(/;

function demandOf(value: string): KeyDemand {
  const required =
    /^(?:z\.|image\(|reference\()/.test(value) && !MAY_MISS.test(readCallChain(value));
  const listed = /\benum\s*\(\s*\[/.exec(value);
  const options =
    listed === null
      ? literalsOf(value)
      : readStrings(readBracketed(value, listed.index + listed[0].length - 1));
  const to = /\breference\s*\(\s*["'`]([\w$-]+)["'`]/.exec(value)?.[1];
  return {
    required,
    ...(options.length > 0 && { options }),
    ...(to !== undefined && { to }),
  };
}

/** `z.union([z.literal("a"), z.literal("b")])` */
function literalsOf(value: string): string[] {
  if (!/^z\.union\s*\(/.test(value)) return [];
  return [...value.matchAll(/\bliteral\s*\(\s*(["'`])([^"'`]*)\1/g)].map(([, , text = ""]) => text);
}
