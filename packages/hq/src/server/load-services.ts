import { setTimeout as delay } from "node:timers/promises";
import type * as Services from "./open-services.ts";

/** Each holds everything else up for a tenth of a second at most. */
const PIECES = [
  () => import("../deliver/public-files/public-files.ts"),
  () => import("../operate/metrics/metrics.ts"),
  () => import("../people/identity/identity.ts"),
  () => import("../automation/webhooks/webhooks.ts"),
  () => import("./routes.ts"),
] as const;

/** In which requests that waited for their site are answered, and those that came meanwhile. */
const FIRST_PAUSE_MS = 50;
const PAUSE_MS = 10;

/** Loads most of the program: piece by piece, as readers are served already. */
export async function loadServices(): Promise<typeof Services.openServices> {
  await delay(FIRST_PAUSE_MS);
  for (const load of PIECES) {
    await load();
    await delay(PAUSE_MS);
  }
  const { openServices } = await import("./open-services.ts");
  return openServices;
}
