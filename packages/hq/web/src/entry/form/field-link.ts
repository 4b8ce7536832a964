const NAME = "field";

/** The address of the form that is open, with one of its fields. */
export function linkToField(apiId: string): string {
  const address = new URL(location.href);
  address.hash = new URLSearchParams({ [NAME]: apiId }).toString();
  return address.href;
}

/** The field that an address leads to, by its API id. */
export function linkedField(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, "")).get(NAME) ?? undefined;
}
