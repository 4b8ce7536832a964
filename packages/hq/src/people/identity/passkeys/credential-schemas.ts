import { z } from "zod";

// Browsers send more than is read here, and each year some more: what is unknown is left out.

interface CredentialHead {
  readonly id: string;
  readonly rawId: string;
  readonly type: "public-key";
  readonly clientExtensionResults: Record<string, never>;
}

/** What a browser answers when it has made a passkey: `PublicKeyCredential.toJSON()`. */
export interface RegistrationAnswer extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string;
    readonly attestationObject: string;
    readonly transports: string[];
  };
}

/** What a browser answers when a passkey has signed. */
export interface AssertionAnswer extends CredentialHead {
  readonly response: {
    readonly clientDataJSON: string;
    readonly authenticatorData: string;
    readonly signature: string;
  };
}

const base64url = z.string().regex(/^[\w-]{1,8192}$/);

const head = {
  id: base64url,
  rawId: base64url,
  type: z.literal("public-key"),
  clientExtensionResults: z.object({}).default({}),
};

export const registrationSchema: z.ZodType<RegistrationAnswer> = z.object({
  ...head,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z
      .array(z.string().regex(/^[\w-]{1,32}$/))
      .max(10)
      .default([]),
  }),
});

export const assertionSchema: z.ZodType<AssertionAnswer> = z.object({
  ...head,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
  }),
});
