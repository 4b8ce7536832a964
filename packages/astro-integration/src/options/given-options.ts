/** Where an integration keeps what `loam()` was given: the command `loam-astro` reads it from `astro.config`. */
export const GIVEN_OPTIONS: unique symbol = Symbol.for("loam:options");
