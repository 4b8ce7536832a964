import { trySpend, type StepBudget, createStepBudget } from "../../../base/step-budget.ts";
import { bracketed, chainOf, constantOf, membersOf, partsOf, textsIn } from "./script-text.ts";

/** What a project's own schema says of a key in front matter. */
export interface KeyDemand {
  /** An entry without it is refused. */
  readonly required: boolean;
  /** The values that it may have. */
  readonly options?: readonly string[];
  /** The collection that its values name entries of. */
  readonly to?: string;
}

export type Demands = ReadonlyMap<string, KeyDemand>;

/** A collection as Astro's `content.config.ts` defines it. */
export interface DefinedCollection {
  /** As the pages of the site ask for it: the key in `collections`. */
  readonly name: string;
  /** Folder of its files, where the configuration says one. */
  readonly base: string | undefined;
  /** Which files of it are meant; one that begins with `!` takes some out. */
  readonly patterns: readonly string[];
  readonly demands: Demands;
}

/** More than anybody writes by hand. */
const MOST_CHARACTERS = 200_000;
const MOST_COLLECTIONS = 200;
/** Each constant that is looked up takes the length of the text: several may lie in each other. */
const MOST_LOOKED_UP = 50 * MOST_CHARACTERS;

/** A configuration, and what may still be looked up in it. */
interface Config {
  readonly text: string;
  readonly budget: StepBudget;
}

/** The collections that a `content.config.ts` exports, each by the key that `getCollection` asks for. */
export function readCollections(config: string): DefinedCollection[] {
  const text = config.slice(0, MOST_CHARACTERS);
  const whole = { text, budget: createStepBudget(MOST_LOOKED_UP) };
  const exported = /\bcollections\b[^=;{]{0,300}=\s*\{/.exec(text);
  if (exported === null) return definedIn(text).map((name) => readOne(name, name, whole));
  const members = membersOf(bracketed(text, exported.index + exported[0].length - 1));
  return members.slice(0, MOST_COLLECTIONS).map(([name, value]) => readOne(name, value, whole));
}

/** Names of constants that are collections, where no one object exports them. */
function definedIn(text: string): string[] {
  return [
    ...text.matchAll(/\b(?:const|let|var)\s+(\w+)[^=;]{0,300}=\s*defineCollection\s*\(/g),
  ].map(([, name = ""]) => name);
}

function readOne(name: string, value: string, config: Config): DefinedCollection {
  const definition = /^[\w$]+$/.test(value) ? (lookUp(value, config) ?? "") : value;
  const open = definition.indexOf("(");
  const body =
    /^defineCollection\b/.test(definition) && open !== -1 ? bracketed(definition, open) : "";
  const base = /\bbase\s*:\s*(?:new URL\(\s*)?["'`](?:\.\/)?([^"'`]+?)\/?["'`]/.exec(body)?.[1];
  const brace = body.indexOf("{");
  const members = new Map(brace === -1 ? [] : membersOf(bracketed(body, brace)));
  return {
    name,
    base,
    patterns: patternsOf(body),
    demands: demandsOf(members.get("schema"), config),
  };
}

function lookUp(name: string, { text, budget }: Config): string | undefined {
  return trySpend(budget, text.length) ? constantOf(text, name) : undefined;
}

function patternsOf(body: string): string[] {
  const found = /\bpattern\s*:\s*/.exec(body);
  if (found === null) return [];
  const rest = body.slice(found.index + found[0].length);
  if (!rest.startsWith("[")) return /^["'`]/.test(rest) ? textsIn(rest).slice(0, 1) : [];
  const list = bracketed(rest, 0);
  // What a variable stands for isn't known: it may include every file.
  const isWhole = partsOf(list).every((part) => /^(["'`])[^$]*\1$/.test(part));
  return isWhole ? textsIn(list) : [...textsIn(list), "**"];
}

/** What a schema is read from, and the constants that were looked at: one may name itself. */
interface Reading {
  readonly config: Config;
  readonly seen: Set<string>;
  readonly demands: Map<string, KeyDemand>;
}

/** The keys of the object that a schema is, in `z.object({ … })` or a constant. */
function demandsOf(schema: string | undefined, config: Config): Demands {
  const demands = new Map<string, KeyDemand>();
  if (schema !== undefined) addSchema(schema, { config, seen: new Set(), demands });
  return demands;
}

function addSchema(schema: string, reading: Reading): void {
  const object = /\b(?:strict|loose)?object\s*\(\s*\{/i.exec(schema);
  if (object !== null) {
    addMembers(bracketed(schema, object.index + object[0].length - 1), reading);
    return;
  }
  const value = once(/^([\w$]+)\s*$/.exec(schema)?.[1], reading);
  if (value !== undefined) addSchema(value, reading);
}

function addMembers(object: string, reading: Reading): void {
  for (const part of partsOf(object)) {
    const spread = once(/^\.\.\.([\w$]+)$/.exec(part)?.[1], reading);
    if (spread?.startsWith("{") === true) addMembers(bracketed(spread, 0), reading);
  }
  for (const [key, value] of membersOf(object)) reading.demands.set(key, demandOf(value));
}

/** What a constant is, the first time that it is asked for. */
function once(name: string | undefined, { config, seen }: Reading): string | undefined {
  if (name === undefined || seen.has(name)) return undefined;
  seen.add(name);
  return valueOf(name, config);
}

function valueOf(name: string, config: Config): string | undefined {
  const value = lookUp(name, config);
  const open = value?.search(/[({[]/) ?? -1;
  if (value === undefined || open === -1) return value;
  return value.slice(0, open + bracketed(value, open).length + 2);
}

/** A value that may be missing is not demanded. */
const MAY_MISS =
  /\.(?:optional|nullish|nullable|default|prefault|catch)\(|^z\.(?:optional|nullish|nullable|any|unknown|undefined)\(/;

function demandOf(value: string): KeyDemand {
  const required = /^(?:z\.|image\(|reference\()/.test(value) && !MAY_MISS.test(chainOf(value));
  const listed = /\benum\s*\(\s*\[/.exec(value);
  const options =
    listed === null
      ? literalsOf(value)
      : textsIn(bracketed(value, listed.index + listed[0].length - 1));
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
