/** Location of the site's published files: a URL or a folder that contains `api/`. */
export type PublishedSource =
  | { readonly kind: "files"; readonly url: string }
  | { readonly kind: "files"; readonly folder: string };

/**
 * Returns the source configured in the environment.
 *
 * @throws Error if there is none, because no default site exists.
 */
export function publishedSource(env: NodeJS.ProcessEnv): PublishedSource {
  const { LOAM_SITE_URL: url, LOAM_SITE_FOLDER: folder } = env;
  if (url) return { kind: "files", url: url.replace(/\/+$/u, "") };
  if (folder) return { kind: "files", folder };
  throw new Error(
    "Set LOAM_SITE_URL to the URL of a published site (…/public/<site_id>), or LOAM_SITE_FOLDER to its folder. `npm run demo` in the root of the repository does this for you.",
  );
}
