import { join } from "node:path";
import { createManagementClient } from "@loam/hq/client";
import type { BenchRow } from "../bench-row.ts";
import { timeMs } from "../support/timing.ts";
import { type GitPlaces, mustGit } from "./git-places.ts";

const CLONES = 20;
const EDITORS = 4;
const MOST_MS = 1000;

export interface Editing {
  readonly url: string;
  readonly token: string;
  readonly siteId: string;
}

/** Measures the slowest of a hundred saves while many clients clone. */
export async function parallelClones(
  { folder, remote }: GitPlaces,
  { url, token, siteId }: Editing,
): Promise<BenchRow> {
  const hq = createManagementClient({ baseUrl: url, token });
  const times: number[] = [];
  const over = new AbortController();
  const edit = async (name: number): Promise<void> => {
    for (let count = 0; !over.signal.aborted; count += 1) {
      const body = { fields: { title: `Made by ${name}, number ${count}`, price: count } };
      const params = { path: { site: siteId, api_id: "posts" } };
      const took = await timeMs(async () => {
        const { error } = await hq.POST("/sites/{site}/types/{api_id}/entries", { params, body });
        if (error) throw new Error(error.detail);
      });
      times.push(took);
    }
  };
  const editors = Promise.all(Array.from({ length: EDITORS }, async (_, name) => edit(name)));
  const clones = Array.from({ length: CLONES }, async (_, number) =>
    mustGit(folder, "clone", "--quiet", "--bare", remote, join(folder, `parallel-${number}`)),
  );
  await Promise.all(clones);
  over.abort();
  await editors;
  const sorted = times.toSorted((a, b) => a - b);
  const value = sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
  return {
    what: `p99 of ${times.length} saves of ${EDITORS} editors beside ${CLONES} clones at once`,
    value,
    unit: "ms",
    target: `≤ ${MOST_MS} ms`,
    met: value <= MOST_MS,
  };
}
