import {
  useMutation,
  type UseMutationResult,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from "@tanstack/react-query";
import { readData, expectSuccess, hq, type Schemas } from "../client.ts";
import { withProof } from "../proof.ts";

export type InstanceUser = Schemas["User"];
export type InstanceWorkspace = Schemas["InstanceWorkspace"];
export type InstanceHealth = Schemas["InstanceHealth"];
export type PlanName = InstanceWorkspace["plan"];

const INSTANCE = "instance";

/** The plans, smallest first. */
export const PLANS: readonly PlanName[] = ["free", "starter", "team", "business", "enterprise"];

/** Loads all users of the instance. */
export function useUsers(): UseQueryResult<readonly InstanceUser[]> {
  return useQuery({
    queryKey: [INSTANCE, "users"],
    queryFn: async () => (await readData(hq.GET("/users"))).users,
  });
}

interface UserChange {
  readonly id: string;
  readonly change: { readonly disabled: boolean } | { readonly instanceAdmin: boolean };
}

export function useChangeUser(): UseMutationResult<void, Error, UserChange> {
  return useInstanceMutation(({ id, change }: UserChange) =>
    expectSuccess(hq.PATCH("/users/{id}", { params: { path: { id } }, body: change })),
  );
}

interface NewAccount {
  readonly email: string;
  /** Receives the link if HQ can't send email. */
  readonly onLink: (link: string | undefined) => void;
}

export function useInviteToInstance(): UseMutationResult<void, Error, NewAccount> {
  return useInstanceMutation(async ({ email, onLink }: NewAccount) => {
    onLink((await readData(hq.POST("/instance/invitations", { body: { email } }))).link);
  });
}

export function useInstanceWorkspaces(): UseQueryResult<readonly InstanceWorkspace[]> {
  return useQuery({
    queryKey: [INSTANCE, "workspaces"],
    queryFn: async () => (await readData(hq.GET("/instance/workspaces"))).workspaces,
  });
}

interface PlanChange {
  readonly ws: string;
  readonly plan: PlanName;
}

export function useSetPlan(): UseMutationResult<unknown, Error, PlanChange> {
  return useInstanceMutation(({ ws, plan }: PlanChange) =>
    readData(hq.PUT("/workspaces/{ws}/plan", { params: { path: { ws } }, body: { plan } })),
  );
}

interface CmsChange {
  readonly ws: string;
  readonly cms: boolean;
}

export function useSwitchCms(): UseMutationResult<unknown, Error, CmsChange> {
  return useInstanceMutation(({ ws, cms }: CmsChange) =>
    readData(hq.PUT("/workspaces/{ws}/features", { params: { path: { ws } }, body: { cms } })),
  );
}

interface Decline {
  readonly ws: string;
  readonly answer: string;
}

export function useDeclineRequest(): UseMutationResult<unknown, Error, Decline> {
  return useInstanceMutation(({ ws, ...body }: Decline) => {
    const params = { path: { ws } };
    return readData(hq.POST("/workspaces/{ws}/features/cms-request/decline", { params, body }));
  });
}

/** Loads the health of the instance. Polls while displayed. */
export function useInstanceHealth(): UseQueryResult<InstanceHealth> {
  return useQuery({
    queryKey: [INSTANCE, "health"],
    queryFn: () => readData(hq.GET("/instance/health")),
    refetchInterval: 15_000,
  });
}

function useInstanceMutation<Answer, Given>(
  act: (given: Given) => Promise<Answer>,
): UseMutationResult<Answer, Error, Given> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (given: Given) => withProof(() => act(given)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [INSTANCE] });
      await queries.invalidateQueries({ queryKey: ["workspaces"] });
    },
  });
}
