import { isSourceList, type SourceMap, type SourceValue } from "../source/source-keys.ts";
import {
  addressOfPath,
  asFolder,
  bySection,
  expandPermalink,
  type Found,
  type Framework,
  makeLayout,
  readConfig,
  textOf,
  valueIn,
  withLast,
} from "./framework.ts";

export const HUGO_CONFIG: RegExp = /^(?:hugo|config)\.(?:toml|ya?ml|json)$/;

/** Its configuration in a folder: `config/_default/hugo.toml`, or one table of it as `cascade.toml`. */
export const HUGO_CONFIG_PART: RegExp = /^config\/_default\/(\w+)\.(?:toml|ya?ml|json)$/;

const NEW_CONFIG = /^hugo\.\w+$/;

/** What lies beside the content where the project is imported whole. */
const HUGO_FOLDERS = "archetypes assets data i18n layouts public resources static themes";
const ZOLA_FOLDERS = "public sass static templates themes";

/** Hugo: sections of `content`; addresses from `url`, `slug`, the configured patterns, else the path. */
export const HUGO: Framework = {
  detect: (found) => {
    if (hugoOrZola(found) !== "hugo") return undefined;
    const config = readHugoConfig(found.configs);
    return makeLayout("hugo", rootOf(found), ["static", "assets", "content", ""], {
      generatorFolders: isProject(found) ? HUGO_FOLDERS : "",
      config,
      basePath: basePathOf(textOf(config, "baseURL") ?? textOf(config, "baseurl")),
      permalinks: patternsOf(config),
      languages: languagesOf(config),
      wordLinks: found.has(/^layouts\/.*render-link[\w.]*\.html$/),
    });
  },
  split: bySection,
  keepsOff: (_path, { config }, language) => isDisabled(config, language),
  addresses: (page, { permalinks }) => {
    const { front, inside } = page;
    const path = addressOfPath(page).toLowerCase().replaceAll(/\s+/g, "-");
    const pattern = permalinks.get(inside.split("/")[0] ?? "");
    const expanded = pattern === undefined ? undefined : expandPermalink(pattern, page);
    const slug = textOf(front, "slug");
    const own = expanded ?? (slug === undefined ? path : withLast(path, slug));
    return [textOf(front, "url") ?? asFolder(own), own, path];
  },
};

/** Zola: like Hugo, with `path` for the whole address; a date is no part of it. */
export const ZOLA: Framework = {
  detect: (found) => {
    if (hugoOrZola(found) !== "zola") return undefined;
    const config = readConfig(found.configs, HUGO_CONFIG);
    return makeLayout("zola", rootOf(found), ["static", "assets", "content", ""], {
      config,
      generatorFolders: isProject(found) ? ZOLA_FOLDERS : "",
      basePath: basePathOf(textOf(config, "base_url")),
      languages: languagesOf(config),
    });
  },
  split: bySection,
  addresses: (page) => {
    const path = addressOfPath(page).replace(/(^|\/)\d{4}-\d{2}-\d{2}-(?=[^/]+$)/, "$1");
    const slug = textOf(page.front, "slug");
    const whole = textOf(page.front, "path")?.replace(/^\/*/, "/");
    return [asFolder(whole ?? (slug === undefined ? path : withLast(path, slug))), path];
  },
};

/** Whether the site is not built in a language. */
function isDisabled(config: SourceMap, language: string | undefined): boolean {
  if (language === undefined) return false;
  const listed = valueIn(config, "disableLanguages") ?? [];
  const languages = valueIn(config, "languages");
  const own = languages instanceof Map ? valueIn(languages, language) : undefined;
  const isOff = own instanceof Map && valueIn(own, "disabled") === "true";
  return isOff || (isSourceList(listed) ? listed.includes(language) : listed === language);
}

/** The file at the root over those of the folder; of the folder, a file of a table's name is that table. */
function readHugoConfig(configs: Found["configs"]): SourceMap {
  const names = [...configs.keys()];
  // Beside one of the new name, one of the old says nothing.
  const isNew = names.some((name) => NEW_CONFIG.test(name));
  const parts = names.flatMap((path): [string, SourceMap][] => {
    const [, name = ""] = HUGO_CONFIG_PART.exec(path) ?? [];
    return name === "" ? [] : [[name, readConfig(configs, new RegExp(`^${RegExp.escape(path)}$`))]];
  });
  const tables = parts.filter(([name]) => !WHOLE.has(name));
  const whole = parts
    .filter(([name]) => WHOLE.has(name))
    .flatMap(([, values]) => Array.from(values));
  return new Map<string, SourceValue>([
    ...whole,
    ...tables,
    ...readConfig(configs, isNew ? NEW_CONFIG : HUGO_CONFIG),
  ]);
}

const WHOLE: ReadonlySet<string> = new Set(["hugo", "config"]);

function rootOf({ has }: Found): string {
  return has(/^content\//) ? "content" : "";
}

function isProject({ has }: Found): boolean {
  return has(HUGO_CONFIG) || has(/^(?:config\/_default|archetypes)\//);
}

function hugoOrZola({ tree, configs, has }: Found): "hugo" | "zola" | undefined {
  const toml = configs.get("config.toml");
  if (toml !== undefined && /^base_url\s*=/m.test(toml)) return "zola";
  const named = [...configs.keys()].some((path) => HUGO_CONFIG.test(path));
  if (named || has(/^config\/_default\//)) return "hugo";
  if (!has(/^content\/.*\.md$/) && !tree.files.has("_index.md")) return undefined;
  if (has(/^archetypes\//) || has(/^layouts\//)) return "hugo";
  if (has(/^templates\/.*\.html$/)) return "zola";
  return has(/(?:^|\/)_index\.[\w.]*md$/) ? "hugo" : undefined;
}

/** `[permalinks] posts = "/:year/:slug/"`, or the same in `[permalinks.page]`. */
function patternsOf(config: SourceMap): Map<string, string> {
  const patterns = new Map<string, string>();
  const given = config.get("permalinks");
  if (!(given instanceof Map)) return patterns;
  const pages = given.get("page");
  for (const [section, pattern] of [...given, ...(pages instanceof Map ? pages : [])]) {
    if (typeof pattern === "string") patterns.set(section, pattern);
  }
  return patterns;
}

/** Both name them as tables: `[languages.fr]`. */
function languagesOf(config: SourceMap): Set<string> {
  const given = config.get("languages");
  return new Set(given instanceof Map ? given.keys() : []);
}

/** `https://example.com/docs/` → `/docs`. */
function basePathOf(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return "";
  return new URL(address).pathname.replace(/\/$/, "");
}
