'use strict';
// Starts the bundled program with the code that V8 compiled when it was built: most of a short render's time would
// otherwise go into compiling. A cache that another Node or other flags refuse costs time only.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

/**
 * V8 checks a cache's version, flags and length, not its bytes, and hangs or crashes on a flipped one: so the build
 * writes it twice. To compare the two takes a tenth of a millisecond, a checksum more than two.
 */
function readCache(folder) {
  try {
    const cache = readFileSync(join(folder, 'program.cache'));
    return cache.equals(readFileSync(join(folder, 'program.cache.copy'))) ? cache : undefined;
  } catch {
    return undefined;
  }
}

const path = join(__dirname, 'program.js');
// The bundle is ASCII, and this is the fastest way to a string of one byte a character.
const script = new Script(readFileSync(path, 'latin1'), {
  filename: path,
  cachedData: readCache(__dirname),
});
const program = { exports: {} };
script.runInThisContext()(program.exports, require, program);
void program.exports.run(process.argv.slice(2));
