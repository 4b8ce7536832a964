import { CmsError, type Issue } from "@loam/cms-core";
import { createFinder, makeNeedles } from "@loam/cms-core/mask";
import { checkSkillTokens } from "@loam/cms-core/skills";
import { type Secrets, secretValues } from "./secrets.ts";

/** A file that is about to leave this machine. */
interface LeavingFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * Searches files that are about to leave this machine for the values of its secrets, in every form that is masked, and
 * for tokens in a known format.
 *
 * @param secrets - Absent if none are stored here.
 * @param folder - Folder that the paths are relative to.
 * @throws CmsError `unsafe_skill` with file, line, and the name of the secret, never its value
 */
export function refuseSecrets(
  secrets: Secrets | undefined,
  files: readonly LeavingFile[],
  folder: string,
): void {
  const known = (secrets === undefined ? [] : secretValues(secrets)).map(({ key, value }) => {
    return { key, finder: createFinder(makeNeedles([value])) };
  });
  const issues = files.flatMap(({ path, bytes }) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    return known.flatMap(({ key, finder }) => {
      let first: number | undefined;
      finder.findAll(buffer, 0, (begin) => (first = Math.min(first ?? begin, begin)));
      return first === undefined ? [] : [issueOf(key, `${folder}/${path}`, lineAt(buffer, first))];
    });
  });
  const [first] = issues;
  if (first === undefined) return checkSkillTokens(files, folder);
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new CmsError("unsafe_skill", `${first.message}${more}`, { issues });
}

function issueOf(key: string, path: string, line: number): Issue {
  const message = `${path}:${line}: this is the value of the secret ${key}. Replace it with $${key}.`;
  return { code: "unsafe_skill", message, path, line };
}

function lineAt(bytes: Buffer, place: number): number {
  let line = 1;
  for (let at = bytes.indexOf(10); at !== -1 && at < place; at = bytes.indexOf(10, at + 1))
    line += 1;
  return line;
}
