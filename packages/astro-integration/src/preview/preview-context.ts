import { AsyncLocalStorage } from "node:async_hooks";

/** Whoever looks at a page in a preview: what they may see that is not published. */
export interface Preview {
  /** The token that HQ made for it; sent on to the read API, and to nobody else. */
  readonly draftKey: string;
  /** API id of the previewed entry's type. */
  readonly type: string;
  /** Of the previewed entry. */
  readonly id: string;
  readonly slug: string;
  /** Whether the token opens that entry alone, or everything on a branch. */
  readonly scope: "entry" | "branch";
}

/** A page that is rendered in a preview. */
interface PreviewedPage {
  readonly preview: Preview;
  readsDrafts: boolean;
}

declare global {
  var loamPreview: AsyncLocalStorage<PreviewedPage> | undefined;
}

/** The preview that the page is rendered in; undefined for everybody else, and in every build. */
export function currentPreview(): Preview | undefined {
  return globalThis.loamPreview?.getStore()?.preview;
}

/** The same for what reads with its drafts. */
export function previewToRead(): Preview | undefined {
  const page = globalThis.loamPreview?.getStore();
  if (page !== undefined) page.readsDrafts = true;
  return page?.preview;
}

/** Whether the page asked for drafts until now; one that reads `astro:content` alone shows none. */
export function readsDrafts(): boolean {
  return globalThis.loamPreview?.getStore()?.readsDrafts === true;
}

// The middleware, live collections and `loam:content` may be bundled apart: they share nothing but `globalThis`.
export function runInPreview<T>(preview: Preview, use: () => T): T {
  globalThis.loamPreview ??= new AsyncLocalStorage<PreviewedPage>();
  return globalThis.loamPreview.run({ preview, readsDrafts: false }, use);
}
