import {
  type QueryKey,
  useMutation,
  type UseMutationResult,
  useQueryClient,
} from "@tanstack/react-query";
import { withProof } from "./people/proof.ts";
import { useSiteId } from "./sites.ts";

/**
 * Changes something of the site, after a recent proof where HQ wants one; what stands below a key of the site is read
 * again. Whoever gets a secret by it hands it on and answers nothing: answers are kept for some minutes.
 */
export function useSiteAct<Answer, Given = void>(
  below: QueryKey,
  act: (site: string, given: Given) => Promise<Answer>,
  /** Called before anything is read again, also where what asked for it is not shown any more then. */
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
