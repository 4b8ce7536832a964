/** All limits of the specification and the file format. */
export const LIMITS = {
  /** Unicode code points after NFC (specification, "Field types"). */
  textCharacters: 1000,
  textareaCharacters: 20_000,
  richtextCharacters: 200_000,
  repeatRows: 200,
  multipleValues: 200,
  fields: 200,
  selectOptions: 500,
  labelCharacters: 200,
  helpCharacters: 2000,
  descriptionCharacters: 2000,
  altCharacters: 1000,
  mediaFolderDepth: 8,
  mediaFolderNameCharacters: 60,
  siteNameCharacters: 200,
  embedUrlCharacters: 2000,
  filenameCharacters: 200,
  /** Entry, type, and record files above this size are rejected before parsing. */
  fileBytes: 8_388_608,
  /** Total size of all files that are checked or merged together. */
  pushedBytes: 268_435_456,
  /** Maximum absolute value of `sortOrder`: 15 digits, as in files and the ledger. */
  sortOrder: 999_999_999_999_999,
  pathBytes: 1024,
  pathSegmentBytes: 255,
  /** With more entry files, a type's folder is sharded by two hex digits. */
  flatFolderEntries: 2000,
  issuesReported: 20,
} as const;
