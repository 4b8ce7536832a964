import { posix } from "node:path";
import { isCmsError } from "../../base/errors.ts";
import type { TreeFile } from "../../git/read/list-files.ts";
import { type BlobReader, readFiles } from "../../git/repository/read-files.ts";
import {
  ELEVENTY_DATA,
  eleventyDataPaths,
  makeInheritance,
  type OwnPage,
  withInherited,
} from "../import/frameworks/inherited-values.ts";
import { openTables } from "../import/infer/parse-map.ts";
import {
  type PageState,
  readPageState,
  writtenDate,
  instantOf,
} from "../import/project/page-state.ts";
import type { Place } from "../import/project/place-file.ts";
import { readDocument } from "../import/source/read-document.ts";
import { dateInPath, parseSourceInstant } from "../import/source/source-dates.ts";
import { findSystemKeys, type SourceMap } from "../import/source/source-keys.ts";
import type { AdoptableFile } from "./adoptable-file.ts";
import type { FoundProject } from "./find-collections.ts";

/** Visibility of a page according to its source. */
export interface FoundState extends PageState {
  /** ISO 8601 UTC; undefined if neither the file nor its name has a date. */
  readonly date: string | undefined;
}

export interface StateReader {
  /** Returns the states of a collection's files, by path. */
  readonly statesOf: (files: readonly AdoptableFile[]) => ReadonlyMap<string, FoundState>;
  /** Repository paths of code that affects page visibility. It is never executed. */
  readonly notRun: readonly string[];
}

/**
 * Creates a reader for inherited page states: Hugo and Zola sections, Eleventy data. Configuration is part of the
 * layout.
 */
export async function openStateReader(
  project: FoundProject,
  { files, repository }: { readonly files: readonly TreeFile[]; readonly repository: BlobReader },
): Promise<StateReader> {
  const { layout, places } = project;
  const inRepository = (path: string): string => posix.join(project.folder, path);
  const oids = new Map(files.map(({ path, oid }) => [path, oid]));
  const readMaps = async (
    paths: readonly string[],
    dataFile: boolean,
  ): Promise<ReadonlyMap<string, SourceMap>> => {
    const found = paths.flatMap((path) => {
      const oid = oids.get(inRepository(path));
      return oid === undefined ? [] : [{ path, oid }];
    });
    const read = await readFiles(repository, found, ({ oid }) => oid);
    return new Map(read.map(([{ path }, bytes]) => [path, valuesOf(bytes, { path, dataFile })]));
  };
  const sections = [...places.values()].filter(isSection);
  const values = await readMaps(
    sections.map(({ path }) => path),
    false,
  );
  const pages = sections.map((place) => toPage(place, values.get(place.path) ?? new Map()));
  const below = files.flatMap(({ path }) => {
    const inside = posix.relative(project.folder, path);
    return inside.startsWith("../") ? [] : [inside];
  });
  const dataFiles = layout.kind === "eleventy" ? eleventyDataPaths(below, [...places.keys()]) : [];
  const data = await readMaps(dataFiles.filter(isData), true);
  const inheritedBy = makeInheritance({ layout, pages, data });
  const statedOf = (path: string, own: SourceMap): SourceMap => {
    const place = placeIn(project, path);
    return openTables(withInherited(own, inheritedBy(toPage(place, own)), layout.kind));
  };
  return {
    statesOf: (some) => readStates(some, project, statedOf),
    notRun: dataFiles.filter((path) => ELEVENTY_DATA.test(path) && !isData(path)).map(inRepository),
  };
}

function isSection({ inside }: Place): boolean {
  return /(?:^|\/)_index$/.test(inside);
}

function isData(path: string): boolean {
  return path.endsWith(".json");
}

/**
 * Returns the values of a file, or nothing if it cannot be read. Its errors are reported when it is read as an entry.
 */
function valuesOf(
  bytes: Uint8Array,
  options: { readonly path: string; readonly dataFile: boolean },
): SourceMap {
  try {
    return readDocument(bytes, options).values;
  } catch (error) {
    if (isCmsError(error)) return new Map();
    throw error;
  }
}

function toPage(place: KnownPlace, values: SourceMap): OwnPage {
  const { path, inside, collection, language } = place;
  return { path, inside, collection, values, ...(language !== undefined && { language }) };
}

type KnownPlace = Pick<Place, "path" | "inside" | "collection" | "language" | "date" | "draft">;

function placeIn({ places, folder }: FoundProject, path: string): KnownPlace {
  const inside = posix.relative(folder, path);
  const stem = inside.replace(/\.\w+$/, "");
  return places.get(inside) ?? { path: inside, inside: stem, collection: "", draft: false };
}

function readStates(
  files: readonly AdoptableFile[],
  project: FoundProject,
  statedOf: (path: string, own: SourceMap) => SourceMap,
): ReadonlyMap<string, FoundState> {
  const { layout } = project;
  const stated = files.map(({ path, values }) => ({ path, values: statedOf(path, values) }));
  const keys = findSystemKeys(stated.map(({ values }) => values));
  return new Map(
    stated.map(({ path, values }) => {
      const place = placeIn(project, path);
      const written = instantOf(writtenDate(values, keys, layout)?.text, layout);
      const date = written ?? parseSourceInstant(place.date ?? "") ?? dateInPath(path);
      const page = { values, date, isOff: place.draft, path };
      return [path, { ...readPageState(page, keys, layout), date }] as const;
    }),
  );
}
