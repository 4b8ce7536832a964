import { expect, test } from "vitest";
import { splitDiff } from "./split-diff.ts";

const DIFF = `diff --git a/skills/one/SKILL.md b/skills/one/SKILL.md
index 1..2 100644
--- a/skills/one/SKILL.md
+++ b/skills/one/SKILL.md
@@ -1,2 +1,2 @@
 First.
-Second.
+diff --git is a line of the text
diff --git a/skills/one/run.sh b/skills/one/run.sh
old mode 100644
new mode 100755
diff --git a/skills/one/x.png b/skills/one/x.png
index 1..2 100644
Binary files a/skills/one/x.png and b/skills/one/x.png differ
diff --git a/skills/one/empty b/skills/one/empty
new file mode 100644
index 0000000..e69de29
`;

test("splits a diff by file without header lines", () => {
  expect(splitDiff(DIFF)).toEqual([
    "@@ -1,2 +1,2 @@\n First.\n-Second.\n+diff --git is a line of the text",
    "old mode 100644\nnew mode 100755",
    "Binary files a/skills/one/x.png and b/skills/one/x.png differ",
    "",
  ]);
  expect(splitDiff("")).toEqual([]);
});
