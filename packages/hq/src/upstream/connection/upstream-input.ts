import { z } from "zod";

// A line break would end the response that Git reads.
const secret = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, "contains spaces or non-ASCII characters");

export const credentialInput: z.ZodType<Credential> = z
  .union([
    secret.meta({ description: "A token, as with `kind: token`." }),
    z.strictObject({
      kind: z.literal("token"),
      token: secret,
      username: z
        .string()
        .regex(/^[\x21-\x7e]{1,200}$/)
        .default("loam")
        .meta({
          description:
            "Most Git hosts accept any value. Deploy tokens of GitLab have a specific one.",
        }),
    }),
    z.strictObject({
      kind: z.literal("ssh"),
      privateKey: z.string().max(16_384).exactOptional().meta({
        description:
          "In OpenSSH format, without a passphrase. Absent: HQ generates a key and returns its public key.",
      }),
    }),
  ])
  .meta({ id: "RepositoryCredential" });

export const gitHostKind: z.ZodType<ForgeInput["kind"], ForgeInput["kind"]> = z
  .enum(["github", "gitlab", "gitea"])
  .meta({ id: "GitHostKind" });

const forge = z.strictObject({
  kind: gitHostKind.meta({ description: "`gitea` includes Forgejo." }),
  url: z
    .string()
    .exactOptional()
    .meta({ description: "URL of the API. Default: derived from the repository URL." }),
  token: secret
    .exactOptional()
    .meta({ description: "Token for the API. Default: the token of the repository." }),
});

export const upstreamInput: z.ZodType<UpstreamInput> = z
  .strictObject({
    url: z.string().meta({
      description: "URL of the repository: `https://…`, `ssh://git@…`, or `git@host:path`.",
    }),
    credential: credentialInput.nullable().exactOptional().meta({
      description:
        "Absent: keep the current one, if the host is the same. `null`: none. Never returned.",
    }),
    branch: z
      .string()
      .max(100)
      .default("main")
      .meta({ description: "Upstream branch that is synced with `main`." }),
    forge: forge.nullable().exactOptional().meta({
      description:
        "Git host on which to open pull or merge requests for change requests. Absent: detected from the host name; `null`: none.",
    }),
    knownHosts: z.string().max(65_536).nullable().exactOptional().meta({
      description:
        "For SSH: host keys as lines of `known_hosts`. Absent: keep the known keys or, without any, trust the first key shown; `null` removes the known keys.",
    }),
    reviewedThere: z.boolean().default(false).meta({
      description:
        "Whether upstream merges count as reviewed on a site that requires review. If not, HQ opens a change request for them.",
    }),
  })
  .meta({ id: "UpstreamInput" });

/** A string is a token. */
export type Credential =
  | string
  | { readonly kind: "token"; readonly token: string; readonly username: string }
  | { readonly kind: "ssh"; readonly privateKey?: string };

export interface ForgeInput {
  readonly kind: "github" | "gitlab" | "gitea";
  readonly url?: string;
  readonly token?: string;
}

export interface UpstreamInput {
  readonly url: string;
  readonly credential?: Credential | null;
  readonly branch: string;
  readonly forge?: ForgeInput | null;
  readonly knownHosts?: string | null;
  readonly reviewedThere: boolean;
}
