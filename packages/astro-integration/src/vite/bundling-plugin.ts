/** The part of a Vite plugin that is used here. */
export interface BundlingPlugin {
  readonly name: string;
  configEnvironment(name: string): { resolve: { noExternal: string[] } } | undefined;
}

/**
 * Bundles Astro's own `cookie` into server code. Left outside, the import is resolved from the
 * project, where another package may have hoisted an older version without the same exports; then
 * `astro build` ends with "Named export 'parseCookie' not found". Astro does the same for
 * `neotraverse` (withastro/astro#17508).
 */
export function bundlingPlugin(): BundlingPlugin {
  return {
    name: "loam:bundling",
    configEnvironment: (name) =>
      name === "client" ? undefined : { resolve: { noExternal: ["cookie"] } },
  };
}
