const reported = new Set<string>();
const reportedPlain = new Set<string>();

/**
 * Says once of each component of MDX that no page has given one for it: imported texts may use any, and what they would show is
 * the site's to decide.
 */
export function reportComponents(
  found: readonly string[],
  given: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const name of found) {
    if (reported.has(name) || (given !== undefined && Object.hasOwn(given, name))) continue;
    reported.add(name);
    // oxlint-disable-next-line no-console -- a page has no logger
    console.warn(
      `[@loam/astro] A rich text uses the component <${name}>, which <RichText> does not have, so only its text is shown. Add the component: <RichText components={{ ${JSON.stringify(name)}: … }} />.`,
    );
  }
}

/** Says once of each component of MDX that `render(entry)`, which can be given none, shows its text. */
export function reportPlainBody(found: readonly string[]): void {
  for (const name of found) {
    if (reportedPlain.has(name)) continue;
    reportedPlain.add(name);
    // oxlint-disable-next-line no-console -- a page has no logger
    console.warn(
      `[@loam/astro] A rich text uses the component <${name}>, but render(entry) only shows its text. To show the component, use <RichText components={{ ${JSON.stringify(name)}: … }} />. If all pages do, set \`render: false\` to speed up the build.`,
    );
  }
}
