import { z } from "zod";

// A line break would end the answer that git reads.
const secret = z
  .string()
  .min(1)
  .max(4096)
  .regex(/^[\x21-\x7e]+$/, "holds spaces or letters beyond ASCII");

export const credentialInput: z.ZodType<Credential> = z.union([
  secret.meta({ description: "A token, as with `kind: token`." }),
  z.strictObject({
    kind: z.literal("token"),
    token: secret,
    username: z
      .string()
      .regex(/^[\x21-\x7e]{1,200}$/)
      .default("loam")
      .meta({ description: "Most forges take any; deploy tokens of GitLab have one." }),
  }),
  z.strictObject({
    kind: z.literal("ssh"),
    privateKey: z.string().max(16_384).exactOptional().meta({
      description:
        "In the format of OpenSSH, without a passphrase. Absent: HQ makes one, and answers with its public key.",
    }),
  }),
]);

const forge = z.strictObject({
  kind: z.enum(["github", "gitlab", "gitea"]).meta({ description: "`gitea` is Forgejo's, too." }),
  url: z
    .string()
    .exactOptional()
    .meta({ description: "Of the API; by default it follows from the repository's address." }),
  token: secret
    .exactOptional()
    .meta({ description: "By default the token of the repository is used for the API, too." }),
});

export const upstreamInput: z.ZodType<UpstreamInput> = z.strictObject({
  url: z
    .string()
    .meta({ description: "Of the repository: `https://…`, `ssh://git@…` or `git@host:path`." }),
  credential: credentialInput.nullable().exactOptional().meta({
    description:
      "Absent: the one before, if the host is the same. `null`: none. It is never answered.",
  }),
  branch: z
    .string()
    .max(100)
    .default("main")
    .meta({ description: "The name there of what is `main` here." }),
  forge: forge.nullable().exactOptional().meta({
    description:
      "Where requests are opened for change requests. Absent: as the host's name says; `null`: nowhere.",
  }),
  knownHosts: z.string().max(65_536).nullable().exactOptional().meta({
    description:
      "Over ssh: the host's keys, as lines of `known_hosts`. Absent: those known before, else what it shows first is trusted; `null` forgets them.",
  }),
  reviewedThere: z.boolean().default(false).meta({
    description:
      "Whether what was merged there counts as reviewed, where the site asks for reviews. Without it that becomes a change request.",
  }),
});

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
