import { isCmsError } from "../../base/errors.ts";
import { missingAlts } from "../../content/entry/missing-alts.ts";
import { mediaPath } from "../../content/site/layout.ts";
import { parseMediaFile } from "../../content/site/media-file.ts";
import type { GitRepository } from "../../git/repository/repository.ts";
import type { EntryValues } from "../../model/entry.ts";
import type { Field } from "../../model/field.ts";

interface Described {
  readonly values: EntryValues;
  readonly fields: readonly Field[];
}

/** The alternative texts that `missingAlts` asks for, by media id. */
export type Alts = ReadonlyMap<string, string>;

/**
 * The alternative texts of the media records on which it depends whether an entry's images have one. A
 * record that is not there, or cannot be read, has none here: others say what is wrong with it.
 *
 * @param blobOf the blob of a media record's file
 */
export async function readAlts(
  repository: GitRepository,
  entries: readonly Described[],
  blobOf: (id: string) => string | undefined,
): Promise<Alts> {
  const alts = new Map<string, string>();
  for (const id of askedAbout(entries)) {
    const blob = blobOf(id);
    const alt = blob === undefined ? undefined : await readAlt(repository, id, blob);
    if (alt !== undefined) alts.set(id, alt);
  }
  return alts;
}

function askedAbout(entries: readonly Described[]): ReadonlySet<string> {
  const asked = new Set<string>();
  const altOf = (id: string): undefined => {
    asked.add(id);
  };
  for (const { values, fields } of entries) missingAlts(values, fields, altOf);
  return asked;
}

async function readAlt(
  repository: GitRepository,
  id: string,
  blob: string,
): Promise<string | undefined> {
  try {
    return parseMediaFile(await repository.readBlob(blob), mediaPath(id)).alt;
  } catch (error) {
    if (isCmsError(error)) return undefined;
    throw error;
  }
}
