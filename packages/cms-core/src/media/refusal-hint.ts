/** What to do with files that people often have and that are not stored, by media type. */
const HINTS: readonly (readonly [RegExp, string])[] = [
  [
    /^image\/(?:heic|heif)/,
    "Photos of an iPhone: export the picture as JPEG, or set the camera to “Most Compatible”.",
  ],
  [
    /^image\/svg\+xml$/,
    "SVG files can hold scripts. A site that needs them has “svg: clean” below “media:” in its site.yml, which “hq site set” and “hq import” write with “--svg clean”; they are then stored without anything that runs.",
  ],
  [/^image\//, "Save the picture as JPEG, PNG, WebP, AVIF or GIF."],
  [
    /^(?:video\/|application\/mp4)/,
    "Video is not hosted: put it on YouTube or Vimeo and use an embed field.",
  ],
  [/^audio\//, "Save the recording as MP3, Ogg, WAV, FLAC or M4A."],
  [
    /macroenabled/i,
    "Documents with macros are not stored: save it without them (.docx, .xlsx, .pptx), or as PDF.",
  ],
  [
    /^application\/(?:x-cfb|msword)/,
    "Save the document in a present format (.docx, .xlsx, .pptx), or as PDF.",
  ],
  [
    /^application\/(?:gzip|x-tar|x-7z-compressed|x-rar-compressed|x-bzip2|x-xz|zstd)/,
    "Pack the files as ZIP.",
  ],
];

export function refusalHint(mimeType: string): string | undefined {
  return HINTS.find(([type]) => type.test(mimeType))?.[1];
}
