import { createHash } from "node:crypto";
import { join } from "node:path";
import type { AstroConfig } from "astro";

type VitePlugin = NonNullable<NonNullable<AstroConfig["vite"]["plugins"]>[number]>;

/** The code that Vite bundled in this build. */
export interface BuiltCode {
  readonly plugin: VitePlugin;
  /** Returns a hash of all code and assets of static pages. */
  digest(): string;
  /** Returns the code files that render pages. */
  pageFiles(): readonly string[];
}

interface OutputFile {
  readonly type: "chunk" | "asset";
  readonly fileName: string;
  readonly code?: string;
  readonly source?: string | Uint8Array;
  readonly facadeModuleId?: string | null;
}

/** Vite environments of static pages: their server code and their client code. */
const OF_STATIC_PAGES: ReadonlySet<string> = new Set(["prerender", "client"]);

/** Astro's module name of pages. */
const PAGE_MODULE = /astro:page:/;

/**
 * Records bundled code. The hash covers all of it, not only the part of each page: code rarely changes, and it includes
 * everything that pages import, directly or through middleware, as well as content bundled by Astro's content layer.
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
