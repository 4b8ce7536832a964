import { AsyncLocalStorage } from "node:async_hooks";

/** A preview session: the unpublished content that its viewer can access. */
export interface Preview {
  /** Token created by HQ. Only sent to the read API. */
  readonly draftKey: string;
  /** API ID of the previewed entry's type. */
  readonly type: string;
  /** Id of the previewed entry. */
  readonly id: string;
  readonly slug: string;
  /** Whether the token grants access to that entry only, or to a whole branch. */
  readonly scope: "entry" | "branch";
}

/** A page rendered in a preview. */
interface PreviewedPage {
  readonly preview: Preview;
  readsDrafts: boolean;
}

declare global {
  var loamPreview: AsyncLocalStorage<PreviewedPage> | undefined;
}

/** Returns the preview in which the page is rendered; undefined for other visitors and in every build. */
export function currentPreview(): Preview | undefined {
  return globalThis.loamPreview?.getStore()?.preview;
}

/** Like `currentPreview`, but also records that the page reads drafts. */
export function previewToRead(): Preview | undefined {
  const page = globalThis.loamPreview?.getStore();
  if (page !== undefined) page.readsDrafts = true;
  return page?.preview;
}

/** Returns whether the page has read drafts so far. One that only uses `astro:content` shows none. */
export function readsDrafts(): boolean {
  return globalThis.loamPreview?.getStore()?.readsDrafts === true;
}

// The middleware, live collections, and `loam:content` may be bundled separately: they share only `globalThis`.
export function runInPreview<T>(preview: Preview, use: () => T): T {
  globalThis.loamPreview ??= new AsyncLocalStorage<PreviewedPage>();
  return globalThis.loamPreview.run({ preview, readsDrafts: false }, use);
}
