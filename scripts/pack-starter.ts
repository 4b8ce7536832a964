import { packStarter } from "./demo/starter-packages.ts";

// Packs what sites use, for the Astro projects that HQ hands out.
await packStarter();
