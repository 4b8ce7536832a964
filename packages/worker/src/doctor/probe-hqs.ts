import { z } from "zod";
import type { HqFacts } from "./facts.ts";

const TIMEOUT_MS = 5000;

// Not strict: a newer HQ can send more.
const ABOUT = z.object({ minWorkerVersion: z.string().max(100) });

/** Asks each HQ for its time and its requirements for workers. Omits those that don't respond. */
export async function probeHqs(
  hqUrls: readonly string[],
  now: () => Date,
): Promise<readonly HqFacts[]> {
  const facts = await Promise.all(
    [...new Set(hqUrls)].map(async (hqUrl) => probeHq(hqUrl, now).catch(() => undefined)),
  );
  return facts.filter((one) => one !== undefined);
}

async function probeHq(hqUrl: string, now: () => Date): Promise<HqFacts> {
  const startedMs = now().getTime();
  const answer = await fetch(`${hqUrl}/api/worker/about`, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answered = now().getTime();
  const hqMs = Date.parse(answer.headers.get("date") ?? "");
  // An older HQ doesn't have this endpoint, but its time still counts.
  const about = answer.ok ? ABOUT.safeParse(await answer.json()).data : undefined;
  await answer.body?.cancel().catch(() => undefined);
  return {
    hqUrl,
    ...(!Number.isNaN(hqMs) && { aheadMs: aheadOf(hqMs, { asked: startedMs, answered }) }),
    ...about,
  };
}

/** Returns 0 if the time fits within the duration of the request: the header has whole seconds. */
function aheadOf(
  said: number,
  { asked, answered }: { readonly asked: number; readonly answered: number },
): number {
  if (said > answered) return said - answered;
  return Math.min(0, said + 1000 - asked);
}
