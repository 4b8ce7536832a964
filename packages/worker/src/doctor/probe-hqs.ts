import { z } from "zod";
import type { HqFacts } from "./facts.ts";

const TIMEOUT_MS = 5000;

// Not strict: a newer HQ may say more.
const ABOUT = z.object({ minWorkerVersion: z.string().max(100) });

/** Asks each HQ for the time and for what it wants of workers. One that does not answer is left out. */
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
  const asked = now().getTime();
  const answer = await fetch(`${hqUrl}/api/worker/about`, {
    redirect: "error",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const answered = now().getTime();
  const said = Date.parse(answer.headers.get("date") ?? "");
  // An older HQ does not know the address: its time counts all the same.
  const about = answer.ok ? ABOUT.safeParse(await answer.json()).data : undefined;
  await answer.body?.cancel().catch(() => undefined);
  return {
    hqUrl,
    ...(!Number.isNaN(said) && { aheadMs: aheadOf(said, { asked, answered }) }),
    ...about,
  };
}

/** Nothing, as long as HQ may have said it while it was asked: the header has whole seconds. */
function aheadOf(
  said: number,
  { asked, answered }: { readonly asked: number; readonly answered: number },
): number {
  if (said > answered) return said - answered;
  return Math.min(0, said + 1000 - asked);
}
