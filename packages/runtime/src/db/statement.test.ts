import { expect, test } from '@jest/globals';
import { defineStatement } from './statement.ts';

test('two services may give a statement the same name, and one service may not', () => {
  const claim = (text: string) => defineStatement({ name: 'claim', text });
  expect(claim('SELECT s.id, extract(epoch FROM s.at) FROM shop.orders AS s').name).toBe('shop_claim');
  expect(claim('UPDATE "post-office".letters SET state = $1').name).toBe('post-office_claim');
  expect(claim('UPDATE "post-office".letters SET state = $1').name).toBe('post-office_claim');
  expect(() => claim('INSERT INTO shop.orders VALUES ($1)')).toThrow('two statements are named shop_claim');
});

test('the schema of a statement is that of its table, a locked name or a called function', () => {
  const nameOf = (name: string, text: string) => defineStatement({ name, text }).name;
  expect(nameOf('a', "SELECT pg_advisory_xact_lock(hashtextextended('shop.orders' || $1, 0))")).toBe('shop_a');
  expect(nameOf('b', 'SELECT shop.drop_before($1)')).toBe('shop_b');
  expect(nameOf('c', 'WITH x AS (SELECT a.id FROM unnest($1) a) INSERT INTO shop.rows SELECT * FROM x')).toBe('shop_c');
  expect(nameOf('d', 'SELECT 1 WHERE $1 IS DISTINCT FROM x.id')).toBe('d');
  expect(() => nameOf('e'.repeat(59), 'SELECT FROM shop.orders')).toThrow('too long');
});
