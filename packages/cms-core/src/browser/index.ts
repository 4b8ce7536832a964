export { parseVideoAddress, type VideoAddress } from "../base/video-address.ts";
export type { TextChange } from "../history/compare-text.ts";
export { compareWords } from "./compare-words.ts";
