import { testPages } from "./follow-pages.ts";

testPages((page) => /^how-to\/[a-m]/.test(page));
