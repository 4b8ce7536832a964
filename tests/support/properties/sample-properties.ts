import { configureGlobal } from "fast-check";
import { rounds, SEED } from "../test-rounds.ts";

// Every run tries the same cases. A failure prints its seed and path.
configureGlobal({ seed: SEED, numRuns: rounds(100) });
