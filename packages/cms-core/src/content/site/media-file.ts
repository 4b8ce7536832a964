import { CmsError, type Issue } from "../../base/errors.ts";
import { isMediaId } from "../../base/ids.ts";
import { isWindowsDevice } from "../../base/reserved-names.ts";
import { characterCount, textProblem } from "../../base/text.ts";
import { LIMITS } from "../../model/limits.ts";
import {
  type FocalPoint,
  isColor,
  isThumbHash,
  type MediaRecord,
  type MediaVariant,
  VARIANT_FORMATS,
} from "../../model/media.ts";
import { editTree } from "../../yaml/edit-yaml.ts";
import { openYamlRecord, type YamlRecord } from "../../yaml/yaml-record.ts";
import {
  printMapping,
  stringLeaf,
  typedLeaf,
  type YamlMapping,
  type YamlTree,
} from "../../yaml/yaml-tree.ts";
import { mediaPath } from "./layout.ts";

const SHA256 = /^[0-9a-f]{64}$/;
const MIME_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]{0,99}$/;
const FRACTION = /^(?:0|1|0\.\d{1,6}|1\.0{1,6})$/;
const MAX_VARIANTS = 50;
const MEDIA_KEYS: ReadonlySet<string> = new Set(
  "id sha256 filename mimeType byteSize width height alt folder focalPoint createdAt thumbHash dominantColor variants".split(
    " ",
  ),
);

/** @throws CmsError `invalid_media_record` with an issue and line per problem */
export function parseMediaFile(bytes: Uint8Array, path: string): MediaRecord {
  const record = openYamlRecord(bytes, path, "invalid_media_record");
  const width = readSize(record, "width");
  const height = readSize(record, "height");
  const folder = readFolder(record);
  const focalPoint = readFocalPoint(record);
  const media: MediaRecord = {
    id: record.checkedText("id", isMediaId, "a media ID"),
    sha256: record.checkedText(
      "sha256",
      (text) => SHA256.test(text),
      "a SHA-256 hash in lowercase hex",
    ),
    filename: record.checkedText("filename", isFilename, "a plain file name"),
    mimeType: record.checkedText("mimeType", (text) => MIME_TYPE.test(text), "a MIME type"),
    byteSize: readSize(record, "byteSize") ?? 0,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    alt: readAlt(record),
    ...(folder === undefined ? {} : { folder }),
    ...(focalPoint === undefined ? {} : { focalPoint }),
    createdAt: record.instant("createdAt"),
    ...readDerived(record, "thumbHash", isThumbHash),
    ...readDerived(record, "dominantColor", isColor),
    variants: readVariants(record),
  };
  if (!record.has("byteSize")) record.refuse(`"byteSize" is missing`);
  record.finish();
  return media;
}

/**
 * Returns the bytes of a media record's file: canonical, or `previous` with edits and its comments.
 *
 * @throws CmsError `invalid_media_record` if the record could not be read back
 */
export function printMediaFile(media: MediaRecord, previous?: Uint8Array): Uint8Array {
  const tree = mediaTree(media);
  const edited = previous === undefined ? undefined : editTree(previous, tree);
  const bytes = edited ?? Buffer.from(printMapping(tree));
  parseMediaFile(bytes, mediaPath(media.id));
  return bytes;
}

/** Issue for a record whose id is also in another file. */
export function copiedMediaIssue(id: string, path: string): Issue {
  const message = `${path} has the same ID as another media record: ${id}.`;
  return { code: "id_taken", message, path, field: "id" };
}

function mediaTree(media: MediaRecord): YamlMapping {
  const entries = new Map<string, YamlTree>([
    ["id", typedLeaf(media.id)],
    ["sha256", stringLeaf(media.sha256)],
    ["filename", stringLeaf(media.filename)],
    ["mimeType", stringLeaf(media.mimeType)],
    ["byteSize", typedLeaf(String(media.byteSize))],
  ]);
  if (media.width !== undefined) entries.set("width", typedLeaf(String(media.width)));
  if (media.height !== undefined) entries.set("height", typedLeaf(String(media.height)));
  entries.set("alt", stringLeaf(media.alt));
  if (media.folder !== undefined) entries.set("folder", stringLeaf(media.folder));
  if (media.focalPoint !== undefined) entries.set("focalPoint", pointTree(media.focalPoint));
  entries.set("createdAt", typedLeaf(media.createdAt));
  if (media.thumbHash !== undefined) entries.set("thumbHash", stringLeaf(media.thumbHash));
  if (media.dominantColor !== undefined) {
    entries.set("dominantColor", stringLeaf(media.dominantColor));
  }
  if (media.variants.length > 0) {
    entries.set("variants", { kind: "list", items: media.variants.map(variantTree) });
  }
  return { kind: "mapping", entries, known: (key) => MEDIA_KEYS.has(key) };
}

function pointTree({ x, y }: FocalPoint): YamlMapping {
  const entries = new Map([
    ["x", typedLeaf(printFraction(x))],
    ["y", typedLeaf(printFraction(y))],
  ]);
  return { kind: "mapping", entries, known: () => true };
}

/** Finer than a pixel of any image. */
function printFraction(value: number): string {
  return String(Number(value.toFixed(6)));
}

function variantTree({ width, format }: MediaVariant): YamlMapping {
  const entries = new Map([
    ["width", typedLeaf(String(width))],
    ["format", stringLeaf(format)],
  ]);
  return { kind: "mapping", entries, known: () => true };
}

/** Names of variants, which are stored next to the file: `640.webp`. */
const VARIANT_NAME = /^\d+\.(?:webp|avif)$/i;

/** Whether a name is a single URL segment and a valid filename on every system. */
function isFilename(name: string): boolean {
  if (name === "" || name.startsWith(".") || characterCount(name) > LIMITS.filenameCharacters)
    return false;
  if (Buffer.byteLength(name) > LIMITS.pathSegmentBytes || /[. ]$/.test(name)) return false;
  if (isWindowsDevice(name) || VARIANT_NAME.test(name)) return false;
  return !/[/\\?#%:*"<>|\p{C}]/u.test(name);
}

function readSize(record: YamlRecord, key: string): number | undefined {
  const size = record.optionalInteger(key);
  if (size !== undefined && size < 0) record.refuse(`"${key}" must not be negative`, key);
  return size;
}

function readAlt(record: YamlRecord): string {
  const alt = record.optionalText("alt") ?? "";
  if (characterCount(alt) > LIMITS.altCharacters || textProblem(alt) !== undefined) {
    record.refuse(`"alt" must be text of up to ${LIMITS.altCharacters} characters`, "alt");
  }
  return alt;
}

const FOLDER_FORM = `up to ${LIMITS.mediaFolderDepth} names separated by "/", each up to ${LIMITS.mediaFolderNameCharacters} characters long`;

/**
 * Normalizes the path of a folder for records: names without surrounding spaces, in NFC; empty means no folder.
 *
 * @throws CmsError `invalid` if it isn't a valid path
 */
export function cleanMediaFolder(text: string): string {
  const names = text
    .normalize("NFC")
    .split("/")
    .map((name) => name.replaceAll(/\s+/gu, " ").trim());
  const folder = names.filter((name) => name !== "").join("/");
  if (folder === "" || isMediaFolder(folder)) return folder;
  const message = `A folder must be ${FOLDER_FORM}.`;
  throw new CmsError("invalid", message, {
    issues: [{ code: "invalid", message, field: "folder" }],
  });
}

function isMediaFolder(folder: string): boolean {
  const names = folder.split("/");
  return (
    names.length <= LIMITS.mediaFolderDepth &&
    folder === folder.normalize("NFC") &&
    names.every(isFolderName)
  );
}

function isFolderName(name: string): boolean {
  if (name === "" || name === "." || name === ".." || name !== name.trim()) return false;
  return characterCount(name) <= LIMITS.mediaFolderNameCharacters && !/[\\\p{C}]/u.test(name);
}

function readFolder(record: YamlRecord): string | undefined {
  const folder = record.optionalText("folder");
  if (folder === undefined || isMediaFolder(folder)) return folder;
  record.refuse(`"folder" must be ${FOLDER_FORM}`, "folder");
  return undefined;
}

function readFocalPoint(record: YamlRecord): FocalPoint | undefined {
  if (!record.has("focalPoint")) return undefined;
  const point = record.mapping("focalPoint");
  const [x, y] = [point.get("x"), point.get("y")];
  if (isFraction(x) && isFraction(y)) return { x: Number(x), y: Number(y) };
  record.refuse(`"focalPoint" must have "x" and "y" from 0 to 1`, "focalPoint");
  return undefined;
}

function isFraction(value: unknown): value is string {
  return typeof value === "string" && FRACTION.test(value);
}

/** Reads a property derived from the binary. */
function readDerived<K extends "thumbHash" | "dominantColor">(
  record: YamlRecord,
  key: K,
  holds: (text: string) => boolean,
): Partial<Record<K, string>> {
  const text = record.optionalText(key);
  const found: Partial<Record<K, string>> = {};
  if (text === undefined) return found;
  if (holds(text)) found[key] = text;
  else record.refuse(`"${key}" has the wrong format`, key);
  return found;
}

function readVariants(record: YamlRecord): MediaVariant[] {
  const records = record.records("variants").slice(0, MAX_VARIANTS);
  return records.flatMap((variant) => {
    const width = variant.integer("width");
    const format = variant.oneOf("format", VARIANT_FORMATS);
    if (width < 1) variant.refuse(`"width" must be positive`, "width");
    return format === undefined ? [] : [{ width, format }];
  });
}
