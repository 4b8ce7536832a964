/** Every number of the specification and of the file format, in one place. */
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
  /** An entry, type or record file is refused above this before it is parsed. */
  fileBytes: 8_388_608,
  /** Of all files together that are read at once to be checked or merged. */
  pushedBytes: 268_435_456,
  /** Of a `sortOrder`, either way: 15 digits, as files and ledger hold. */
  sortOrder: 999_999_999_999_999,
  pathBytes: 1024,
  pathSegmentBytes: 255,
  /** Above this many entry files a type's folder is sharded by two hex digits. */
  flatFolderEntries: 2000,
  issuesReported: 20,
} as const;
