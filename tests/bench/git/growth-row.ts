import { repositorySize } from "@loam/cms-core/git";
import { openSiteStore } from "@loam/cms-core/site";
import type { BenchRow } from "../bench-row.ts";
import { EDITOR, idOf, makeLargeSite, postValues } from "../support/large-site.ts";
import { mustGit } from "./git-places.ts";

const ENTRIES = 2000;
const SAVES = 10_000;
const EDITORS = 8;
const MOST = 1.3;
const MIB = 1024 * 1024;

/** Measures the size of a repository after ten thousand saves, compared with the same objects repacked by Git. */
export async function growthRow(gitDir: string): Promise<BenchRow> {
  const store = await makeLargeSite(gitDir, ENTRIES);
  let saves = 0;
  const edit = async (editor: number): Promise<void> => {
    while (saves < SAVES) {
      saves += 1;
      // Each editor has separate entries.
      const number = ((saves * 7919) % (ENTRIES / EDITORS)) * EDITORS + editor;
      const values = postValues(number, `save ${saves}`);
      await store.saveEntry({ type: "posts", id: idOf("e", number), values }, EDITOR);
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, async (_, editor) => edit(editor)));
  await store.close();
  // Fast saves can outrun the concurrent repacks; reopening lets them catch up.
  const again = await openSiteStore(gitDir);
  const values = postValues(0, "after them");
  await again.saveEntry({ type: "posts", id: idOf("e", 0), values }, EDITOR);
  await again.close();
  const { bytes, packs } = await repositorySize(gitDir);
  const fresh = `${gitDir}-fresh`;
  await mustGit("/", "clone", "--quiet", "--bare", `file://${gitDir}`, fresh);
  await mustGit(fresh, "repack", "-a", "-d", "-f", "-q");
  const floor = (await repositorySize(fresh)).bytes;
  const ratio = bytes / floor;
  return {
    what: `a repository after ${SAVES} saves, in ${packs} packs; floor: packed anew`,
    value: bytes / MIB,
    unit: "MiB",
    floor: floor / MIB,
    ratio,
    target: `≤ ${MOST} × floor`,
    met: ratio <= MOST,
  };
}
