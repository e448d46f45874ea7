import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { compileTemplate } from '../../../cmp/handlebars/compile.ts';

/** facts/threats.md T27: what a template could use to write a value past the JSON helper. */
const REFUSED = [
  { what: 'a bare value', text: 'a: {{name}}', line: 1, column: 4, says: /written as \{\{json value\}\}/ },
  { what: 'a triple mustache', text: 'a: 1\nb: {{{name}}}', line: 2, column: 4, says: /written as/ },
  { what: 'an ampersand', text: 'a: {{&name}}', line: 1, column: 4, says: /written as/ },
  { what: 'another helper', text: 'a: {{lookup this "x"}}', line: 1, column: 4, says: /written as/ },
  { what: 'a literal', text: 'a: {{json "x"}}', line: 1, column: 4, says: /written as/ },
  { what: 'two values', text: 'a: {{json a b}}', line: 1, column: 4, says: /written as/ },
  { what: 'a hash', text: 'a: {{json a b=1}}', line: 1, column: 4, says: /written as/ },
  { what: 'a subexpression', text: 'a: {{json (lookup this "x")}}', line: 1, column: 4, says: /written as/ },
  { what: 'a partial', text: '{{> other}}', line: 1, column: 1, says: /partials and decorators/ },
  {
    what: 'an inline partial',
    text: '{{#*inline "x"}}a{{/inline}}',
    line: 1,
    column: 1,
    says: /partials and decorators/,
  },
  { what: 'a decorator', text: '{{* deco}}', line: 1, column: 1, says: /partials and decorators/ },
  { what: 'another block', text: '{{#unless a}}b{{/unless}}', line: 1, column: 1, says: /only blocks/ },
  { what: 'a custom block', text: '{{#json a}}b{{/json}}', line: 1, column: 1, says: /only blocks/ },
  {
    what: 'a bare value inside blocks',
    text: '{{#if a}}\n{{#each b}}\n- {{this}}\n{{/each}}\n{{/if}}',
    line: 3,
    column: 3,
    says: /written as/,
  },
  {
    what: 'a bare value in an else',
    text: '{{#if a}}x{{else}}{{b}}{{/if}}',
    line: 1,
    column: 19,
    says: /written as/,
  },
  { what: 'text that is no template', text: 'a: 1\nb: {{json', line: 2, column: 1, says: /cannot be parsed/ },
];

suite('checkTemplate()', () => {
  for (const { what, text, line, column, says } of REFUSED) {
    test(`refuses ${what}`, () => {
      const compiled = compileTemplate(text);
      assert.ok(!compiled.ok);
      const [finding] = compiled.findings;
      assert.deepEqual([finding?.line, finding?.column], [line, column]);
      assert.match(finding?.message ?? '', says);
    });
  }

  test('reports every finding of a template, not just the first', () => {
    const compiled = compileTemplate('a: {{x}}\nb: {{{y}}}\n{{> z}}');
    assert.equal(compiled.ok ? 0 : compiled.findings.length, 3);
  });

  test('allows json, if, each, with, else and comments', () => {
    const compiled = compileTemplate(
      '{{!-- why --}}\n{{#with a}}\nb: {{json b}}\n{{#if c}}\nc: true\n{{else}}\nd: true\n{{/if}}\n{{#each e}}\n- {{json this}}\n{{/each}}\n{{/with}}\n',
    );
    assert.ok(compiled.ok);
    assert.equal(compiled.template({ a: { b: 'x: y\n', c: false, e: [1] } }), 'b: "x: y\\n"\nd: true\n- 1\n');
  });

  test('has no value for an inherited property, and says so instead of printing nothing', () => {
    const compiled = compileTemplate('a: {{json constructor}}');
    assert.ok(compiled.ok);
    assert.throws(() => compiled.template({}), /does not have/);
  });
});
