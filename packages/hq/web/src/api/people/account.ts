import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { answer, hq, type Schemas } from "../client.ts";
import { withProof } from "./proof.ts";

/** Begins the keys of all that is asked about the person who is signed in. */
const ACCOUNT = ["account"] as const;

/** Who is signed in, and by what they sign in. */
export function useMe(): UseQueryResult<Schemas["Me"]> {
  return useAccount("me", () => answer(hq.GET("/me")));
}

export function useTotp(): UseQueryResult<{ readonly recoveryCodesLeft?: number }> {
  return useAccount("totp", () => answer(hq.GET("/me/totp")));
}

export function usePasskeys(): UseQueryResult<readonly Schemas["Passkey"][]> {
  return useAccount("passkeys", async () => (await answer(hq.GET("/me/passkeys"))).passkeys);
}

/** The browsers in which the person is signed in, the latest used first. */
export function useSessions(): UseQueryResult<readonly Schemas["Session"][]> {
  return useAccount("sessions", async () => (await answer(hq.GET("/me/sessions"))).sessions);
}

export function useTokens(): UseQueryResult<readonly Schemas["PersonalToken"][]> {
  return useAccount("tokens", async () => (await answer(hq.GET("/tokens"))).tokens);
}

function useAccount<T>(part: string, read: () => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: [...ACCOUNT, part], queryFn: read });
}

/** Changes something of the account, after a recent proof where HQ wants one; what is shown of it is read again. */
export function useAccountAct<Answer, Given = void>(
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => withProof(() => act(given)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCOUNT }),
  });
}
