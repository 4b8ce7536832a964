import type { ReactNode } from "react";
import { FormattedMessage } from "react-intl";
import { RefusedError } from "../../api/client.ts";
import { LiveMessage } from "../../ui/values/live-message.tsx";
import { FileSize } from "../values/file-size.tsx";
import { Note } from "./note.tsx";
import { RefusalText } from "./refusal.tsx";

/** Explains why a file was refused or not deleted. Renders nothing without an error. */
export function MediaRefusal({ error }: { readonly error: Error | null }): ReactNode {
  if (error === null) return null;
  return (
    <Note tone="madder">
      <MediaRefusalText error={error} />
    </Note>
  );
}

/** Messages of the dashboard for the codes of refused files. */
const WORDS = {
  unsupported_media_type: "mediaRefused.type",
  unreadable_image: "mediaRefused.unreadable",
  too_large: "mediaRefused.tooLarge",
  quota_exceeded: "media.full",
  media_in_use: "mediaRefused.inUse",
  target_refused: "mediaRefused.address",
  upload_incomplete: "mediaRefused.incomplete",
  invalid: "mediaRefused.otherKind",
} as const;

/** The message without the surrounding note. */
export function MediaRefusalText({ error }: { readonly error: Error }): ReactNode {
  if (!(error instanceof RefusedError) || !isKnown(error)) return <RefusalText error={error} />;
  const { code, mimeType, maxBytes } = error.problem;
  if (!isWorded(code)) return <RefusalText error={error} />;
  const values = {
    kind: kindOf(mimeType),
    most: typeof maxBytes === "number" ? <FileSize bytes={maxBytes} /> : "",
  };
  if (code === "media_in_use") return <LiveMessage id={WORDS[code]} />;
  return <FormattedMessage id={WORDS[code]} values={values} />;
}

/** The code `invalid` has many causes; only that of replacing a file with another format has its own message. */
function isKnown({ problem: { code, errors = [] } }: RefusedError): boolean {
  return code !== "invalid" || errors.some(({ path }) => path === "upload");
}

function isWorded(code: string): code is keyof typeof WORDS {
  return code in WORDS;
}

/** Advice for common file formats. */
const KINDS = [
  [/^image\/hei[cf]/, "heic"],
  [/^image\/svg/, "svg"],
  [/^image\//, "image"],
  [/^(?:video\/|application\/mp4)/, "video"],
  [/^audio\//, "audio"],
  [/macroenabled/i, "macros"],
  [/gzip|tar|7z|rar|bzip2|xz|zstd/, "archive"],
] as const;

function kindOf(mimeType: unknown): string {
  if (typeof mimeType !== "string") return "unknown";
  return KINDS.find(([pattern]) => pattern.test(mimeType))?.[1] ?? "other";
}
