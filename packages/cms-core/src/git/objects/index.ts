export { hashObject, type Oid } from "./object-id.ts";
export { FOLDER_MODE, nameKey, printTree, type TreeEntry } from "./tree.ts";
