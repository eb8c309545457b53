import { describe, expect, test } from '@jest/globals';
import { contractionViolations, migrationViolations } from './migrations.ts';

const journal = (entries: { idx: number; when: number; tag: string }[]) => ({
  path: 'services/x/migrations/meta/_journal.json',
  text: JSON.stringify({ entries }),
});
const sql = (tag: string) => ({ path: `services/x/migrations/${tag}.sql`, text: '' });

test('a journal in order, with all its files, is fine', () => {
  const files = [
    journal([
      { idx: 0, when: 1, tag: '0000_a' },
      { idx: 1, when: 2, tag: '0001_b' },
    ]),
    sql('0000_a'),
    sql('0001_b'),
  ];
  expect(migrationViolations(files)).toEqual([]);
});

test('a migration that is older than the one before it would be skipped, so it is refused', () => {
  const files = [
    journal([
      { idx: 0, when: 5, tag: '0000_a' },
      { idx: 1, when: 4, tag: '0001_b' },
    ]),
    sql('0000_a'),
    sql('0001_b'),
  ];
  expect(migrationViolations(files)).toEqual([expect.stringContaining('would be skipped')]);
});

test('an entry without its file is refused', () => {
  expect(migrationViolations([journal([{ idx: 0, when: 1, tag: '0000_a' }])])).toEqual([
    expect.stringContaining('is missing'),
  ]);
});

describe('the previous release works on the schema of the next one', () => {
  const violationsOf = (text: string, name = '0001_change') =>
    contractionViolations([{ path: `services/x/migrations/${name}.sql`, text }]);

  test.each([
    'DROP TABLE "x"."notes";',
    'ALTER TABLE "x"."notes" DROP COLUMN "text";',
    'ALTER TABLE "x"."notes" RENAME COLUMN "text" TO "body";',
    'ALTER TABLE "x"."notes" ALTER COLUMN "text" SET NOT NULL;',
    'ALTER TABLE "x"."notes" ALTER COLUMN "size" SET DATA TYPE bigint;',
    'ALTER TABLE "x"."notes" ADD COLUMN "size" integer NOT NULL;',
    'CREATE TABLE "x"."more" ("id" uuid);--> statement-breakpoint\nALTER TABLE "x"."notes"\n  DROP COLUMN "text";',
    'ALTER TABLE "x"."notes" ADD CONSTRAINT "short" CHECK (length("text") < 10);',
    'ALTER TABLE ONLY x.notes ADD UNIQUE ("text");',
    'ALTER TABLE "x"."notes"\n  ADD CONSTRAINT "of_user" FOREIGN KEY ("user_id") REFERENCES "x"."users"("id");',
    'CREATE UNIQUE INDEX "notes_by_text" ON "x"."notes" USING btree ("text");',
    'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS notes_by_text ON x.notes(text);',
    'CREATE TRIGGER "notes_append_only" BEFORE UPDATE OR DELETE ON "x"."notes" FOR EACH ROW EXECUTE FUNCTION "x"."refuse"();',
    'CREATE CONSTRAINT TRIGGER t AFTER INSERT ON x.notes FOR EACH ROW EXECUTE FUNCTION x.refuse();',
    'CREATE TABLE "x"."more" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "u" ON "x"."notes" ("text");',
    '-- safe for the release before:\nCREATE UNIQUE INDEX "u" ON "x"."notes" ("text");',
  ])('so this is refused: %s', (text) => {
    expect(violationsOf(text)).toEqual([expect.stringContaining('the release before it would fail')]);
  });

  test.each([
    'CREATE TABLE "x"."more" ("id" uuid PRIMARY KEY NOT NULL);',
    'ALTER TABLE "x"."notes" ADD COLUMN "size" integer;',
    'ALTER TABLE "x"."notes" ADD COLUMN "size" integer DEFAULT 0 NOT NULL;',
    'DROP INDEX "x"."notes_by_text";',
    'CREATE INDEX "notes_by_text" ON "x"."notes" USING btree ("text");',
    'ALTER TABLE "x"."notes" ADD CONSTRAINT "short" CHECK (length("text") < 10) NOT VALID;',
    'CREATE TABLE "x"."more" ("id" uuid);--> statement-breakpoint\nALTER TABLE "x"."more" ADD CONSTRAINT "of_note" FOREIGN KEY ("id") REFERENCES "x"."notes"("id");',
    'CREATE TABLE "x"."more" ("id" uuid);--> statement-breakpoint\nCREATE UNIQUE INDEX "u" ON x.more ("id");',
    'CREATE TABLE x.more(id uuid);--> statement-breakpoint\nCREATE TRIGGER "t" BEFORE UPDATE ON "x"."more" FOR EACH ROW EXECUTE FUNCTION "x"."refuse"();',
    '-- safe for the release before: it never writes this column\nCREATE UNIQUE INDEX "u" ON "x"."notes" ("size");',
    '-- unused since 1.4\nALTER TABLE "x"."notes" DROP COLUMN "text";',
    "CREATE FUNCTION x.expire() RETURNS void LANGUAGE plpgsql AS $$ BEGIN EXECUTE 'DROP TABLE x.y'; END $$;",
  ])('and this is fine: %s', (text) => {
    expect(violationsOf(text)).toEqual([]);
  });

  test('and the first migration may do what it likes', () => {
    expect(violationsOf('DROP TABLE "x"."notes";', '0000_init')).toEqual([]);
  });
});
