const reported = new Set<string>();
const reportedPlain = new Set<string>();

/**
 * Warns once per MDX component that no page provides. Imported texts can use any, and only the site knows what they
 * show.
 */
export function reportComponents(
  found: readonly string[],
  provided: Readonly<Record<string, unknown>> | undefined,
): void {
  for (const name of found) {
    if (reported.has(name) || (provided !== undefined && Object.hasOwn(provided, name))) continue;
    reported.add(name);
    // oxlint-disable-next-line no-console -- a page has no logger
    console.warn(
      `[@loam/astro] A rich text uses the component <${name}>, which <RichText> does not have, so only its text is shown. Add the component: <RichText components={{ ${JSON.stringify(name)}: … }} />.`,
    );
  }
}

/** Warns once per MDX component that `render(entry)`, which accepts no components, shows as text. */
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
