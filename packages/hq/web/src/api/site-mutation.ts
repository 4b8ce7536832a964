import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { withProof } from "./proof.ts";
import { useSiteId } from "./sites.ts";

/**
 * Runs a mutation of the site and refetches the affected data. Asks for a recent proof of identity if HQ requires one.
 * Mutations that receive a secret pass it on and return nothing, because results are cached for minutes.
 */
export function useSiteMutation<Answer, Given = void>(
  below: QueryKey,
  act: (site: string, given: Given) => Promise<Answer>,
  /** Called before data is refetched, even if the calling component has unmounted. */
  onDone?: (answer: Answer) => void,
): UseMutationResult<Answer, Error, Given> {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => withProof(() => act(site, given)),
    onSuccess: (answer) => {
      onDone?.(answer);
      return queries.invalidateQueries({ queryKey: ["site", site, ...below] });
    },
  });
}
