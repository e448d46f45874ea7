'use strict';
// Starts the bundled program with the code that V8 compiled when it was built: most of a short render's time would
// otherwise go into compiling. A cache that another Node or other flags refuse costs time only.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

function cacheIfThere(path) {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
}

const path = join(__dirname, 'program.js');
// The bundle is ASCII, and this is the fastest way to a string of one byte a character.
const script = new Script(readFileSync(path, 'latin1'), {
  filename: path,
  cachedData: cacheIfThere(join(__dirname, 'program.cache')),
});
const program = { exports: {} };
script.runInThisContext()(program.exports, require, program);
void program.exports.run(process.argv.slice(2));
