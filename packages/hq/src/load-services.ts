import { setTimeout as delay } from "node:timers/promises";
import type * as Services from "./open-services.ts";

/** Each holds everything else up for a tenth of a second at most. */
const PIECES = [
  () => import("./public-files/public-files.ts"),
  () => import("./metrics/metrics.ts"),
  () => import("./identity/identity.ts"),
  () => import("./webhooks/webhooks.ts"),
  () => import("./manage/manage-routes.ts"),
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
