import type { GitRepository } from "@loam/cms-core/git";

const TITLE = 200;
const DESCRIPTION = 20_000;

/** Title, description, and draft state of a change request. */
export interface ChangeText {
  readonly title: string;
  readonly description: string;
  /** Whether it is a draft. */
  readonly draft: boolean;
}

/** Reads them from push options (`-o title=…`), or else from the last commit. */
export async function readChangeText(
  incoming: GitRepository,
  { base, to }: { readonly base: string; readonly to: string },
  options: readonly string[],
): Promise<ChangeText> {
  const [last] = await incoming.commitsBetween({ from: base, to, limit: 1 });
  const title = optionOf(options, "title") ?? last?.subject ?? "";
  const description = optionOf(options, "description") ?? last?.body ?? "";
  return {
    title: title.slice(0, TITLE).trim() || "Change",
    description: description.slice(0, DESCRIPTION),
    draft: options.includes("draft"),
  };
}

function optionOf(options: readonly string[], name: string): string | undefined {
  const found = options.find((option) => option.startsWith(`${name}=`));
  return found?.slice(name.length + 1).trim() || undefined;
}
