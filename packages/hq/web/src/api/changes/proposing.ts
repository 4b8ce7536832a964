import { useMutation, type UseMutationResult } from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { useSiteId } from "../sites.ts";
import { useReadChanges } from "./change.ts";

export type Change = Schemas["Change"];

/** Begins a proposal with nothing in it, as a draft. */
export function useBeginChange(): UseMutationResult<Change, Error, string> {
  const site = useSiteId();
  const read = useReadChanges();
  return useMutation({
    mutationFn: (title) => {
      const body = { title, draft: true };
      return answer(hq.POST("/sites/{site}/changes", { params: { path: { site } }, body }));
    },
    onSuccess: read,
  });
}
