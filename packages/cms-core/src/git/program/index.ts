export { askGit, type GitAnswer, type RunGitOptions, streamGit } from "./git-program.ts";
