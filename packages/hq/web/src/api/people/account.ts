import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, hq, type Schemas } from "../client.ts";
import { withProof } from "../proof.ts";

/** Prefix of all query keys about the current user. */
const ACCOUNT = ["account"] as const;

/** Loads the current user and their sign-in methods. */
export function useMe(): UseQueryResult<Schemas["Me"]> {
  return useAccount("me", () => readData(hq.GET("/me")));
}

export function useTotp(): UseQueryResult<{ readonly recoveryCodesLeft?: number }> {
  return useAccount("totp", () => readData(hq.GET("/me/totp")));
}

export function usePasskeys(): UseQueryResult<readonly Schemas["Passkey"][]> {
  return useAccount("passkeys", async () => (await readData(hq.GET("/me/passkeys"))).passkeys);
}

/** Loads the sessions of the current user, most recently used first. */
export function useSessions(): UseQueryResult<readonly Schemas["Session"][]> {
  return useAccount("sessions", async () => (await readData(hq.GET("/me/sessions"))).sessions);
}

export function useTokens(): UseQueryResult<readonly Schemas["PersonalAccessToken"][]> {
  return useAccount("tokens", async () => (await readData(hq.GET("/tokens"))).tokens);
}

function useAccount<T>(part: string, read: () => Promise<T>): UseQueryResult<T> {
  return useQuery({ queryKey: [...ACCOUNT, part], queryFn: read });
}

/** Changes the account and refetches it. Asks for a recent proof of identity if HQ requires one. */
export function useAccountMutation<Answer, Given = void>(
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => withProof(() => act(given)),
    onSuccess: () => queries.invalidateQueries({ queryKey: ACCOUNT }),
  });
}
