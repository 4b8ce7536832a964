import { createHash } from "node:crypto";
import { join } from "node:path";
import type { AstroConfig } from "astro";

type VitePlugin = NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>;

/** What Vite bundled in this build. */
export interface BuiltCode {
  readonly plugin: VitePlugin;
  /** Of all code and assets that static pages are made with. */
  digest(): string;
  /** Files of the code that pages are rendered by. */
  pageFiles(): readonly string[];
}

interface OutputFile {
  readonly type: "chunk" | "asset";
  readonly fileName: string;
  readonly code?: string;
  readonly source?: string | Uint8Array;
  readonly facadeModuleId?: string | null;
}

/** Environments of Vite that static pages are made with: their code, and what they bring to the browser. */
const OF_STATIC_PAGES: ReadonlySet<string> = new Set(["prerender", "client"]);

/** Pages are modules of this name in Astro's bundle. */
const PAGE_MODULE = /astro:page:/;

/**
 * Watches what is bundled. The digest is of all of it, not of each page's part: code changes seldom, and whatever a page
 * imports, directly or through middleware, is in there, with content that is bundled by Astro's content layer.
 */
export function builtCode(): BuiltCode {
  const digests = new Map<string, string>();
  let pages: readonly string[] = [];
  return {
    plugin: {
      name: "loam:built-code",
      apply: "build",
      generateBundle(
        this: { readonly environment: { readonly name: string } },
        { dir }: { readonly dir?: string | undefined },
        bundle: Readonly<Record<string, OutputFile>>,
      ) {
        const { name } = this.environment;
        if (!OF_STATIC_PAGES.has(name)) return;
        const files = Object.values(bundle).toSorted((a, b) => (a.fileName < b.fileName ? -1 : 1));
        const digest = createHash("sha256");
        for (const { fileName, code, source } of files) {
          digest
            .update(`${fileName}\n`)
            .update(code ?? source ?? "")
            .update("\n");
        }
        digests.set(name, digest.digest("hex"));
        if (name !== "prerender" || dir === undefined) return;
        pages = files
          .filter(({ facadeModuleId }) => PAGE_MODULE.test(facadeModuleId ?? ""))
          .map(({ fileName }) => join(dir, fileName));
      },
    },
    digest: () => [digests.get("prerender"), digests.get("client")].join(" "),
    pageFiles: () => pages,
  };
}
