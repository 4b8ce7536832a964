import { packStarter } from "./demo/starter-packages.ts";

// Packs the packages used by the Astro starter projects that HQ offers.
await packStarter();
