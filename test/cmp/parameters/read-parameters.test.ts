import assert from 'node:assert/strict';
import { test } from 'node:test';
import { appParameters, checkParameterScope } from '../../../cmp/parameters/app-parameters.ts';
import { NO_PARAMETERS } from '../../../cmp/parameters/parameters.ts';
import { readParameters } from '../../../cmp/parameters/read-parameters.ts';
import { formatProblem } from '../../../documents/problem.ts';
import { platformOf } from '../rules/judge.ts';

const platform = platformOf();
const read = (...entries: readonly unknown[]): ReturnType<typeof readParameters> =>
  readParameters(JSON.stringify(entries), platform);
const one = { name: 'appVersion', map: { chat: '00ff' } };

for (const text of [undefined, '', ' ', 'null', '[]']) {
  test(`readParameters() takes ${JSON.stringify(text)} for no parameters (A10)`, () => {
    assert.deepEqual(readParameters(text, platform), { parameters: NO_PARAMETERS, problems: [] });
  });
}

test('readParameters() reads every parameter', () => {
  const { parameters, problems } = read(
    { name: 'recurse', string: 'true' },
    { name: 'include', array: ['apps/*.yaml'] },
    { name: 'exclude', array: ['kustomization.yaml'] },
    one,
    { name: 'configDigest', map: { chat: 'k1:00ff' } },
    { name: 'unresolved', string: 'pointer-missing' },
    { name: 'guard', string: '{}' },
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(parameters, {
    recurse: true,
    include: ['apps/*.yaml'],
    exclude: ['kustomization.yaml'],
    appVersion: new Map([['chat', '00ff']]),
    configDigest: new Map([['chat', 'k1:00ff']]),
    unresolved: 'pointer-missing',
    guard: '{}',
  });
});

test('readParameters() takes empty values for absent ones: a template fills them in when there is nothing to say', () => {
  const { parameters, problems } = read(
    { name: 'unresolved', string: '' },
    { name: 'appVersion', map: { chat: '', shop: null } },
    { name: 'configDigest', map: null },
    { name: 'include', array: [] },
  );
  assert.deepEqual({ parameters, problems }, { parameters: NO_PARAMETERS, problems: [] });
});

const AT = 'ARGOCD_APP_PARAMETERS';
const CLOSED = platformOf({ openParameters: [] });
const secret = 'hunter2!';

const BAD: readonly (readonly [sentence: string, json: string, expected: readonly string[]])[] = [
  [
    'refuses text that is no JSON, without showing it',
    `[{"name": "${secret}"`,
    [`${AT}: Cannot read plugin parameters: ${AT} must hold a JSON list [PARAMETERS_NOT_JSON]`],
  ],
  [
    'refuses a map',
    '{}',
    [`${AT}: Cannot read plugin parameters: ${AT} must hold a JSON list [PARAMETERS_NOT_JSON]`],
  ],
  [
    'refuses an entry that is null',
    '[null]',
    [
      `${AT}[0]: Cannot use a plugin parameter: each must be a map with a name [PARAMETER_FORM]\n  hint: write name: with one of recurse, include, exclude, appVersion, configDigest, unresolved, guard`,
    ],
  ],
  [
    'names the nearest of an unknown name',
    '[{"name":"appversion","string":"x"}]',
    [
      `${AT}[0]: Cannot use a plugin parameter: its name is not known [PARAMETER_UNKNOWN]\n  hint: did you mean "appVersion"? known parameters are recurse, include, exclude, appVersion, configDigest, unresolved, guard`,
    ],
  ],
  [
    'shows no unknown name',
    `[{"name":"${secret}"}]`,
    [
      `${AT}[0]: Cannot use a plugin parameter: its name is not known [PARAMETER_UNKNOWN]\n  hint: known parameters are recurse, include, exclude, appVersion, configDigest, unresolved, guard`,
    ],
  ],
  [
    'refuses a name of every object',
    '[{"name":"constructor"}]',
    [
      `${AT}[0]: Cannot use a plugin parameter: its name is not known [PARAMETER_UNKNOWN]\n  hint: known parameters are recurse, include, exclude, appVersion, configDigest, unresolved, guard`,
    ],
  ],
  [
    'refuses a name that is there twice',
    JSON.stringify([one, one]),
    [
      `${AT}[1]: Cannot use plugin parameter "appVersion": it must be set once: it is set again [PARAMETER_TWICE]\n  hint: keep one of the entries`,
    ],
  ],
  [
    'refuses a string for a list',
    '[{"name":"include","string":"*.yaml"}]',
    [
      `${AT}[0]: Cannot use plugin parameter "include": it must be written as array: it is written as string [PARAMETER_FORM]\n  hint: write name: include and array: with a list of texts`,
    ],
  ],
  [
    'refuses two forms at once',
    '[{"name":"appVersion","string":"a","map":{}}]',
    [
      `${AT}[0]: Cannot use plugin parameter "appVersion": it must be written as map or string: it is written as string and map [PARAMETER_FORM]\n  hint: write name: appVersion and map: with a text by WorkerApp name, or string: with a text`,
    ],
  ],
  [
    'refuses another word for recurse',
    '[{"name":"recurse","string":"yes"}]',
    [`${AT}[0]: Cannot use plugin parameter "recurse": it must be "true" or "false" [PARAMETER_VALUE]`],
  ],
  [
    'says how a word without quotes becomes a text',
    '[{"name":"recurse","string":true}]',
    [
      `${AT}[0]: Cannot use plugin parameter "recurse": it must be "true" or "false" [PARAMETER_VALUE]\n  hint: put the value in quotes: true and 1 are no texts`,
    ],
  ],
  [
    'refuses a glob that is no text',
    '[{"name":"exclude","array":[1]}]',
    [
      `${AT}[0]: Cannot use plugin parameter "exclude": it must be a list of globs, each a text [PARAMETER_VALUE]\n  hint: put the value in quotes: true and 1 are no texts`,
    ],
  ],
  [
    'T12: refuses a version that is no version, without showing it',
    `[{"name":"appVersion","string":"${secret}"}]`,
    [
      `${AT}[0]: Cannot use plugin parameter "appVersion": it must be a version of letters, digits and . _ + - [PARAMETER_VALUE]`,
    ],
  ],
  [
    'T12: refuses a version that would be a variable of the pod',
    '[{"name":"appVersion","map":{"chat":"$(AWS_SECRET_ACCESS_KEY)"}}]',
    [
      `${AT}[0].map.chat: Cannot use plugin parameter "appVersion": it must be a version of letters, digits and . _ + - [PARAMETER_VALUE]`,
    ],
  ],
  [
    'T12: refuses a key that is no WorkerApp name',
    '[{"name":"configDigest","map":{"__proto__":"x"}}]',
    [
      `${AT}[0].map: Cannot use plugin parameter "configDigest": it must be a map whose keys are WorkerApp names [PARAMETER_VALUE]`,
    ],
  ],
  [
    'T12: refuses a reason that is a text',
    '[{"name":"unresolved","string":"<script>"}]',
    [
      `${AT}[0]: Cannot use plugin parameter "unresolved": it must be a reason word of small letters, digits and - [PARAMETER_VALUE]`,
    ],
  ],
];

for (const [sentence, json, expected] of BAD) {
  test(`readParameters() ${sentence}`, () => {
    const { problems } = readParameters(json, platform);
    assert.deepEqual(problems.map(formatProblem), expected);
    assert.ok(!JSON.stringify(problems).includes(secret));
  });
}

test('T12: readParameters() refuses what the platform file does not open, and always takes the generator’s', () => {
  const entries = [{ name: 'recurse', string: 'true' }, one];
  const { parameters, problems } = readParameters(JSON.stringify(entries), CLOSED);
  assert.deepEqual(problems.map(formatProblem), [
    `${AT}[0]: Cannot use plugin parameter "recurse": the platform file does not open it [PARAMETER_NOT_OPEN]\n  hint: delete the parameter, or add "recurse" to openParameters of the platform file`,
  ]);
  assert.deepEqual([parameters.recurse, parameters.appVersion], [false, new Map([['chat', '00ff']])]);
});

test('appParameters() looks up one WorkerApp, and a name that is not there changes nothing', () => {
  const { parameters } = read(
    { name: 'appVersion', map: { chat: '00ff', gone: '11ee' } },
    { name: 'unresolved', map: { gone: 'pointer-missing' } },
  );
  assert.deepEqual(appParameters(parameters, 'chat'), { appVersion: '00ff' });
  assert.deepEqual(appParameters(parameters, 'shop'), {});
  assert.deepEqual(checkParameterScope(parameters, ['chat', 'shop']), []);
});

test('appParameters() gives a plain string to the one WorkerApp', () => {
  const { parameters } = read({ name: 'configDigest', string: 'k1:00ff' });
  assert.deepEqual(appParameters(parameters, 'chat'), { configDigest: 'k1:00ff' });
  assert.deepEqual(checkParameterScope(parameters, ['chat']), []);
});

for (const [apps, count] of [
  [[], 0],
  [['chat', 'shop'], 2],
] as const) {
  test(`checkParameterScope() refuses a plain string for ${count} WorkerApps (D6)`, () => {
    const { parameters } = read({ name: 'unresolved', string: 'pointer-missing' });
    assert.deepEqual(checkParameterScope(parameters, apps).map(formatProblem), [
      `${AT}: Cannot use plugin parameter "unresolved": a plain string needs exactly one WorkerApp in the folder: there are ${count} [PARAMETER_NEEDS_MAP]\n  hint: write unresolved as a map by WorkerApp name`,
    ]);
  });
}
