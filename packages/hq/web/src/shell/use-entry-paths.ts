import { useEntryPlace } from "../api/content/entry-place.ts";

/** Links to entries from the current page. Within a change request, they stay in it. */
export interface EntryPaths {
  readonly form: (type: string, id: string) => string;
  readonly preview: (type: string, id: string) => string;
}

export function useEntryPaths(): EntryPaths {
  const { site, change } = useEntryPlace();
  if (change === undefined) {
    const form = (type: string, id: string): string => `/sites/${site}/entries/${type}/${id}`;
    return { form, preview: (type, id) => `${form(type, id)}/preview` };
  }
  const of = `/sites/${site}/review/${change}`;
  return {
    form: (type, id) => `${of}/entries/${type}/${id}`,
    preview: (_, id) => `${of}/preview?entry=${id}`,
  };
}
