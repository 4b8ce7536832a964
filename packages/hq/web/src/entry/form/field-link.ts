const NAME = "field";

/** Returns the URL of the current form with a field as its fragment. */
export function linkToField(apiId: string): string {
  const address = new URL(location.href);
  address.hash = new URLSearchParams({ [NAME]: apiId }).toString();
  return address.href;
}

/** Returns the API ID of the field in a URL fragment. */
export function linkedField(hash: string): string | undefined {
  return new URLSearchParams(hash.replace(/^#/, "")).get(NAME) ?? undefined;
}
