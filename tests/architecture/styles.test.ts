import { globSync, readFileSync } from "node:fs";
import { dirname, join, posix, resolve } from "node:path";
import { describe, expect, test } from "vitest";

const WEB = resolve(import.meta.dirname, "../../packages/hq/web/src");

interface Rule {
  readonly selectors: string;
  /** Sorted, without spaces that don't matter. */
  readonly declarations: readonly string[];
}

/** CSS modules by path, with their rules. */
const MODULES = new Map(
  globSync("**/*.module.css", { cwd: WEB }).map((file) => [file, rulesOf(read(file))]),
);
const COMPONENTS = globSync("**/*.{ts,tsx}", { cwd: WEB });

describe("the dashboard's CSS modules", () => {
  test("have the classes that components use", () => {
    const missing = [...usesOf()].flatMap(([module, { classes, files }]) =>
      [...classes]
        .filter((name) => !classesOf(module).has(name))
        .map((name) => `${files.join(", ")}: ${module} has no .${name}`),
    );
    expect(missing).toEqual([]);
  });

  test("have no class that no component uses", () => {
    const uses = usesOf();
    const unused = [...MODULES.keys()].flatMap((module) => {
      const { classes = new Set(), isDynamic = false } = uses.get(module) ?? {};
      if (isDynamic) return [];
      return [...classesOf(module)]
        .filter((name) => !classes.has(name))
        .map((name) => `${module} .${name}`);
    });
    expect(unused).toEqual([]);
  });

  test("don't repeat a rule of another module: what screens share is in ui/", () => {
    const rules = [...MODULES].flatMap(([module, own]) =>
      own.map(({ declarations }) => ({ module, declarations, key: declarations.join("; ") })),
    );
    const shared = rules.filter(
      ({ declarations, key }) => declarations.length >= SHARED_FROM && key !== HIDDEN_TEXT,
    );
    const modulesOf = new Map(
      [...Map.groupBy(shared, ({ key }) => key)].map(([key, same]) => [
        key,
        new Set(same.map(({ module }) => module)),
      ]),
    );
    const repeated = [...modulesOf].filter(
      ([, modules]) => [...modules].filter((module) => !module.startsWith("ui/")).length > 1,
    );
    expect(repeated.map(([key, modules]) => `${[...modules].join(", ")}: ${key}`)).toEqual([]);
  });
});

/** Fewer declarations are layout that happens to be the same. */
const SHARED_FROM = 4;
/** Hides text where there is no room for it, which takes a rule and not a class. */
const HIDDEN_TEXT =
  "clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; width: 1px";

interface Uses {
  readonly classes: ReadonlySet<string>;
  readonly files: readonly string[];
  /** Whether a class is chosen by an expression, so that any of the module's classes can be used. */
  readonly isDynamic: boolean;
}

function usesOf(): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  for (const file of COMPONENTS) {
    const text = read(file);
    for (const [, local = "", specifier = ""] of text.matchAll(IMPORT)) {
      const module = posix.normalize(join(dirname(file), specifier));
      const before = uses.get(module);
      const names = namesOf(text, local);
      uses.set(module, {
        classes: new Set([...(before?.classes ?? []), ...names.filter((name) => name !== "")]),
        files: [...(before?.files ?? []), file],
        isDynamic: (before?.isDynamic ?? false) || names.includes(""),
      });
    }
  }
  return uses;
}

/** The classes used of an imported module, "" for an expression. */
function namesOf(text: string, local: string): readonly string[] {
  const uses = text.matchAll(new RegExp(`\\b${local}\\[(?:"([\\w-]+)"\\])?`, "g"));
  return [...uses].map(([, name = ""]) => name);
}

const IMPORT = /^import (\w+) from "(\.[^"]+\.module\.css)";$/gm;

function classesOf(module: string): ReadonlySet<string> {
  const own = (MODULES.get(module) ?? []).map(({ selectors }) =>
    selectors.replaceAll(/:global\([^)]*\)+/g, ""),
  );
  return new Set(
    own.flatMap((selectors) =>
      [...selectors.matchAll(/\.([A-Za-z][\w-]*)/g)].map(([, name = ""]) => name),
    ),
  );
}

/** The innermost blocks, which are the rules whatever they are nested in. */
function rulesOf(css: string): readonly Rule[] {
  return [...css.replaceAll(/\/\*[^]*?\*\//g, "").matchAll(/([^{};]+)\{([^{}]*)\}/g)].map(
    ([, selectors = "", body = ""]) => ({
      selectors,
      declarations: body
        .split(";")
        .map((declaration) => declaration.trim().replaceAll(/\s+/g, " "))
        .filter((declaration) => declaration !== "")
        .toSorted(),
    }),
  );
}

function read(file: string): string {
  return readFileSync(join(WEB, file), "utf8");
}
