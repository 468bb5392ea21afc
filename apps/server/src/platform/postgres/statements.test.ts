import { expect, test } from 'vitest'
import { statementsOf } from './statements.ts'

test.each([
  ['nothing', '-- a comment; no statement\n', []],
  ['one without an end', 'select 1', ['select 1']],
  ['two', 'select 1;select 2;\n', ['select 1;', 'select 2;']],
  [
    'comments',
    '-- one; two\nselect 1; -- end;\n/* a; b */ select 2;',
    ['-- one; two\nselect 1;', ' -- end;\n/* a; b */ select 2;'],
  ],
  ['texts and names', `select ';', 'it''s;' as "a;b"; select 2;`, [`select ';', 'it''s;' as "a;b";`, ' select 2;']],
  [
    'bodies',
    'do $$ begin a; end $$; do $x$ $$ ; $$ $x$; select $1;',
    ['do $$ begin a; end $$;', ' do $x$ $$ ; $$ $x$;', ' select $1;'],
  ],
] as const)('a file is taken apart: %s', (_what, text, statements) => {
  expect(statementsOf(text)).toEqual(statements)
})
