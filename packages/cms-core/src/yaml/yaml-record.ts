import { decodeText } from "../base/bytes.ts";
import { CmsError, type ErrorCode, type Issue } from "../base/errors.ts";
import { parseInstant } from "../base/instant.ts";
import { LIMITS } from "../model/limits.ts";
import { type YamlPath, yamlLine } from "./yaml-lines.ts";
import { isYamlMap, readYaml, type YamlMap, type YamlValue } from "./yaml.ts";

/**
 * Opens a record file.
 * @throws CmsError the codes of `decodeText` and `readYaml`; `finish` throws `code`
 */
export function openYamlRecord(bytes: Uint8Array, path: string, code: ErrorCode): YamlRecord {
  const text = decodeText(bytes, { path });
  const issues: Issue[] = [];
  const report = (message: string, at: YamlPath): void => {
    if (issues.length >= LIMITS.issuesReported) return;
    const line = yamlLine(text, at, 1);
    issues.push({ code, message: `${path}: ${message}.`, path, line });
  };
  const finish = (): void => {
    const [first] = issues;
    if (first !== undefined) throw new CmsError(code, first.message, { issues });
  };
  return new YamlRecord(readYaml(text, { path }), [], { report, finish });
}

interface Reporting {
  readonly report: (message: string, at: YamlPath) => void;
  readonly finish: () => void;
}

const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Typed access to the keys of a YAML mapping. Collects the problems it finds. */
export class YamlRecord {
  readonly #map: YamlMap;
  readonly #at: YamlPath;
  readonly #reporting: Reporting;

  constructor(map: YamlMap, at: YamlPath, reporting: Reporting) {
    this.#map = map;
    this.#at = at;
    this.#reporting = reporting;
  }

  has(key: string): boolean {
    return this.#map.has(key);
  }

  /** Reports a problem of one key, or of the whole record. */
  refuse(message: string, key?: string): void {
    this.#reporting.report(message, key === undefined ? this.#at : [...this.#at, key]);
  }

  /** @throws CmsError with all problems found so far in the file, if any */
  finish(): void {
    this.#reporting.finish();
  }

  optionalText(key: string): string | undefined {
    const value = this.#map.get(key);
    if (value === undefined || typeof value === "string") return value;
    this.refuse(`"${key}" must be a string`, key);
    return undefined;
  }

  text(key: string): string {
    return this.#needed(key, this.optionalText(key), "");
  }

  /** Reads a text that `holds` accepts. `holds` isn't called for a missing one. */
  checkedText(key: string, holds: (text: string) => boolean, want: string): string {
    const text = this.text(key);
    if (this.has(key) && !holds(text)) this.refuse(`"${key}" must be ${want}`, key);
    return text;
  }

  optionalInteger(key: string): number | undefined {
    const text = this.optionalText(key);
    if (text === undefined) return undefined;
    if (INTEGER.test(text)) return Number(text) + 0;
    this.refuse(`"${key}" must be an integer`, key);
    return undefined;
  }

  optionalNumber(key: string): number | undefined {
    const text = this.optionalText(key);
    if (text === undefined) return undefined;
    const number = NUMBER.test(text) ? Number(text) + 0 : NaN;
    if (Number.isFinite(number)) return number;
    this.refuse(`"${key}" must be a number`, key);
    return undefined;
  }

  integer(key: string): number {
    return this.#needed(key, this.optionalInteger(key), 0);
  }

  oneOf<T extends string>(key: string, values: readonly T[]): T | undefined {
    const text = this.text(key);
    const found = values.find((value) => value === text);
    if (found !== undefined || !this.has(key)) return found;
    this.refuse(`"${key}" must be one of ${values.join(", ")}`, key);
    return undefined;
  }

  instant(key: string): string {
    const text = this.checkedText(key, (value) => parseInstant(value) !== undefined, "a time");
    return parseInstant(text) ?? "";
  }

  flag(key: string): boolean {
    const text = (this.optionalText(key) ?? "").toLowerCase();
    if (text === "" || text === "true" || text === "false") return text === "true";
    this.refuse(`"${key}" must be true or false`, key);
    return false;
  }

  list(key: string): readonly YamlValue[] {
    const value = this.#map.get(key);
    if (value === undefined || value === "") return [];
    if (typeof value === "object" && !isYamlMap(value)) return value;
    this.refuse(`"${key}" must be a list`, key);
    return [];
  }

  mapping(key: string): YamlMap {
    const value = this.#map.get(key);
    if (isYamlMap(value)) return value;
    if (value !== undefined && value !== "") this.refuse(`"${key}" must be a mapping`, key);
    return new Map();
  }

  records(key: string): YamlRecord[] {
    return this.list(key).flatMap((item, index) => {
      const at = [...this.#at, key, index];
      if (isYamlMap(item)) return [new YamlRecord(item, at, this.#reporting)];
      this.#reporting.report(`"${key}" must be a list of mappings`, at);
      return [];
    });
  }

  #needed<T>(key: string, value: T | undefined, empty: T): T {
    if (!this.has(key)) this.refuse(`"${key}" is missing`);
    return value ?? empty;
  }
}
