import fc from "fast-check";
import { DEEP, SEED } from "./depth.ts";

/** A property has so long in a sample; each is tried with a few cases at least. */
const SAMPLE_MS = 250;

fc.configureGlobal(DEEP ? { seed: SEED } : { seed: SEED, interruptAfterTimeLimit: SAMPLE_MS });
