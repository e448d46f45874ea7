'use strict';
// Runs the bundled program over the folders given, so that V8 compiles what a render uses, and keeps that code, twice.
const { readFileSync, writeFileSync } = require('node:fs');
const { Script } = require('node:vm');

async function main([program, cache, ...folders]) {
  const script = new Script(readFileSync(program, 'latin1'), { filename: program });
  const loaded = { exports: {} };
  script.runInThisContext()(loaded.exports, require, loaded);
  for (const folder of folders) await loaded.exports.run(['generate', '--namespace', 'warm-up', folder]);
  if (process.exitCode !== 0) throw new Error('Cannot warm up the program: a render failed');
  const data = script.createCachedData();
  writeFileSync(cache, data);
  writeFileSync(`${cache}.copy`, data);
}

void main(process.argv.slice(2));
