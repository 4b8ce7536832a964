import { setTimeout as pause } from "node:timers/promises";
import { createManagementClient } from "@loam/hq/client";
import { makeToken } from "./mixed-load.ts";

const EDITORS = 8;
const SAVE_EVERY_MS = 250;
const ROUNDS = 3;
const ROUND_MS = 20_000;
/** Refused requests per second, all from one host, each with a URL of maximum length. */
const REFUSED_A_SECOND = 99;
const LONG = "a".repeat(7900);
/** Maximum ratio of the 95th percentile of saves during the flood to that of quiet periods. */
const MOST = 3;

/**
 * Measures the effect of refused anonymous requests on concurrent saves. Alternates quiet and flood periods, so that
 * both see the same machine load.
 *
 * @returns whether it is within the limit
 */
export async function measureFlood(url: string, siteId: string): Promise<boolean> {
  const save = await openEditors(url, siteId);
  await saveFor(save, 5000);
  const quiet: number[] = [];
  const flooded: number[] = [];
  const statuses = new Map<number, number>();
  for (let round = 0; round < ROUNDS; round += 1) {
    quiet.push(...(await saveFor(save, ROUND_MS)));
    const flood = startFlood(url, statuses);
    flooded.push(...(await saveFor(save, ROUND_MS)));
    await flood.stop();
  }
  const told = [...statuses].map(([status, count]) => `${count} × ${status}`).join(", ");
  console.log(`quiet:   ${describe(quiet)}`);
  console.log(`flooded: ${describe(flooded)}; refused: ${told}`);
  const ratio = percentile(flooded, 95) / percentile(quiet, 95);
  console.log(`p95 of saves is ${ratio.toFixed(2)} times that of quiet; the bound is ${MOST}`);
  return ratio <= MOST;
}

type Save = (editor: number) => Promise<void>;

async function openEditors(url: string, site: string): Promise<Save> {
  const hq = createManagementClient({ baseUrl: url, token: await makeToken(url) });
  const made = await Promise.all(
    Array.from({ length: EDITORS }, async (_, number) =>
      hq.POST("/sites/{site}/types/{api_id}/entries", {
        params: { path: { site, api_id: "posts" } },
        body: { fields: { title: `Editor ${number}` } },
      }),
    ),
  );
  const ids = made.map(({ data }) => data?.id ?? "");
  let count = 0;
  return async (editor) => {
    count += 1;
    const { error } = await hq.PATCH("/sites/{site}/types/{api_id}/entries/{id}", {
      params: { path: { site, api_id: "posts", id: ids[editor] ?? "" } },
      body: { fields: { title: `Saved ${count}` } },
    });
    if (error) throw new Error(error.detail);
  };
}

/** Returns the milliseconds of each save the editors made in a period. */
async function saveFor(save: Save, ms: number): Promise<number[]> {
  const ends = performance.now() + ms;
  const took: number[] = [];
  const edit = async (editor: number): Promise<void> => {
    while (performance.now() < ends) {
      const start = performance.now();
      await save(editor);
      took.push(performance.now() - start);
      await pause(SAVE_EVERY_MS);
    }
  };
  await Promise.all(Array.from({ length: EDITORS }, async (_, editor) => edit(editor)));
  return took;
}

interface Flood {
  stop(): Promise<void>;
}

function startFlood(url: string, statuses: Map<number, number>): Flood {
  const running = new Set<Promise<void>>();
  const ask = async (): Promise<void> => {
    const response = await fetch(`${url}/api/manage/sites/${LONG}/keys`, {
      method: "POST",
      body: "{}",
      headers: { "content-type": "application/json", origin: "http://hq.test" },
    });
    await response.arrayBuffer();
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  };
  const timer = setInterval(() => {
    const asked = ask().finally(() => running.delete(asked));
    running.add(asked);
  }, 1000 / REFUSED_A_SECOND);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
    },
  };
}

function describe(took: readonly number[]): string {
  const at = [50, 95, 99].map((part) => `p${part} ${percentile(took, part).toFixed(1)} ms`);
  return `${took.length} saves, ${at.join(", ")}`;
}

function percentile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * part) / 100) - 1] ?? Number.NaN;
}
