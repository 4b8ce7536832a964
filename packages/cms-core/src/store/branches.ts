/** Working content: drafts and schema. */
export const MAIN = "refs/heads/main";

/** What is live and its ledger; only a publish writes it. */
export const PUBLISHED = "refs/heads/published";
