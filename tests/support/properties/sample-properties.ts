import { configureGlobal } from "fast-check";
import { DEEP, SEED } from "../depth.ts";

// Each commit tries other cases, and a failure is met again by who looks into it. Where a test says how many
// cases it needs, it has them always.
configureGlobal({ seed: SEED, numRuns: DEEP ? 1000 : 100 });
