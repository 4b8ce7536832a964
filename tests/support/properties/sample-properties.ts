import { configureGlobal } from "fast-check";
import { DEEP, SEED } from "../depth.ts";

// Each commit tries different cases, and a failure can be reproduced at its commit. Tests that specify a number of
// cases always use it.
configureGlobal({ seed: SEED, numRuns: DEEP ? 1000 : 100 });
