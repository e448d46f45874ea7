'use strict';
const { writeSync } = require('node:fs');

process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  const usage = { cpuMilliseconds: (userCPUTime + systemCPUTime) / 1000, peakMegabytes: maxRSS / 1024 };
  writeSync(3, JSON.stringify(usage));
});
