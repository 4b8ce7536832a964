// Evaluated before each test file. The import is evaluated once per process, so nothing is patched twice.
import "./patch-file-system.ts";
