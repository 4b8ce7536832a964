/**
 * Key under which an integration stores the options of `loam()`: the command `loam-astro` reads them from
 * `astro.config`.
 */
export const GIVEN_OPTIONS: unique symbol = Symbol.for("loam:options");
