/** Child process of `recovery.test.ts`: saves, publishes, and updates the index endlessly until it is killed. */
import { writeSync } from "node:fs";
import { openContentIndex } from "@loam/cms-core/find";
import { openBlog, publish } from "../../support/site/blog-site.ts";

const [folder = "", round = ""] = process.argv.slice(2);
const blog = await openBlog(folder);
const index = await openContentIndex(blog.store.repository, { path: `${folder}/index.db` });
for (let save = 0; ; save += 1) {
  const slug = `s${save % 7}`;
  const known = blog.store.findEntry("posts", slug)?.id;
  const { id } = await blog.save("posts", slug, { title: `Round ${round}.${save}` }, known);
  if (save % 3 === 0) await publish(blog, id);
  await index.follow();
  writeSync(1, `${id}\n`);
}
