// Read again before each test file; what it imports is loaded once in a process, so nothing is patched twice.
import "./patch-file-system.ts";
