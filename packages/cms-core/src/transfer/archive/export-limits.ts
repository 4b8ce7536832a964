/** What an export holds at most. */
export const EXPORT_LIMITS = {
  /** 200 MB: originals of media in the ZIP; the rest is listed with its address. */
  mediaBytes: 209_715_200,
} as const;
