import { z } from "zod";

/**
 * Where the Preview button leads: an address of http or https. It is opened with `id`, `slug`, `type` and
 * a preview token as query parameters, so it must not carry credentials of its own.
 */
export const previewUrl: z.ZodType<string, string> = z
  .url({ protocol: /^https?$/ })
  .max(2000)
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === "",
    "An address with a user name is not taken.",
  );
