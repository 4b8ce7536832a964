import type { GitRepository } from "../git/repository.ts";

/** The files of some 10,000 entries of 2 to 3 KB. What does not fit is read again. */
const MOST_BYTES = 33_554_432;

/** What was read stays in memory, as much as there is room for. */
export interface RememberedBlobs extends Pick<GitRepository, "readBlobs"> {
  readonly forget: () => void;
}

/**
 * An export reads most files two or three times: what is live is mostly what is on `main`, and that is shown as
 * JSON and as it is.
 */
export function rememberBlobs(
  { readBlobs }: Pick<GitRepository, "readBlobs">,
  { mostBytes = MOST_BYTES }: { readonly mostBytes?: number } = {},
): RememberedBlobs {
  const kept = new Map<string, Uint8Array>();
  let room = mostBytes;
  const keep = (oid: string, bytes: Uint8Array): void => {
    if (bytes.length > room || kept.has(oid)) return;
    kept.set(oid, bytes);
    room -= bytes.length;
  };
  return {
    readBlobs: async (oids) => {
      const known = oids.map((oid) => kept.get(oid));
      const read = await readBlobs(oids.filter((_, index) => known[index] === undefined));
      let next = 0;
      return oids.flatMap((oid, index) => {
        const bytes = known[index] ?? read[next++];
        if (bytes === undefined) return [];
        keep(oid, bytes);
        return [bytes];
      });
    },
    forget() {
      kept.clear();
      room = 0;
    },
  };
}
