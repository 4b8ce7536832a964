import type { GitRepository } from "@loam/cms-core/git";

/** What a change request says of itself. */
export interface ProposalWords {
  readonly title: string;
  readonly description: string;
}

/** What is proposed is called as its last commit is. */
export async function readProposal(
  incoming: GitRepository,
  { base, to }: { readonly base: string; readonly to: string },
): Promise<ProposalWords> {
  const [last] = await incoming.commitsBetween({ from: base, to, limit: 1 });
  return {
    title: last?.subject.slice(0, 200).trim() || "Change",
    description: last?.body.slice(0, 20_000) ?? "",
  };
}
