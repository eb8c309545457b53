CREATE TABLE "social"."covers" (
	"name" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"unused_since" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "covers_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "social"."channel_policies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"ad" text NOT NULL,
	"applies_to" text NOT NULL,
	"from" date NOT NULL,
	"to" date,
	"basis" text NOT NULL,
	"sources" jsonb NOT NULL,
	"verified_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."approvals" ADD COLUMN "reasons" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "unsupported_claims" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "covers_unused" ON "social"."covers" USING btree ("unused_since") WHERE "social"."covers"."unused_since" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "channel_policies_of_channel" ON "social"."channel_policies" USING btree ("channel","from");--> statement-breakpoint
CREATE INDEX "variants_cover" ON "social"."variants" USING btree (("cover"->>'name')) WHERE "social"."variants"."cover" IS NOT NULL;--> statement-breakpoint
-- The advertising law that the platform comes with. Days are of Moscow; verified_at is the day on which the sources were read.
INSERT INTO "social"."channel_policies" ("id", "channel", "ad", "applies_to", "from", "basis", "sources", "verified_at", "created_by", "created_at") VALUES
	('01a20ada-2c00-7000-8000-000000000001', 'telegram', 'allowed', 'all', '2006-07-01', '38-FZ on advertising restricts no advertisement for this channel', '["https://www.consultant.ru/document/cons_doc_LAW_58968/", "https://www.klerk.ru/blogs/klerk_business/659337/"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000002', 'vk', 'allowed', 'all', '2006-07-01', '38-FZ on advertising restricts no advertisement for this channel', '["https://www.consultant.ru/document/cons_doc_LAW_58968/", "https://www.klerk.ru/blogs/klerk_business/659337/"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000003', 'instagram', 'allowed', 'all', '2006-07-01', '38-FZ on advertising restricts no advertisement for this channel', '["https://www.consultant.ru/document/cons_doc_LAW_58968/"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000004', 'threads', 'allowed', 'all', '2006-07-01', '38-FZ on advertising restricts no advertisement for this channel', '["https://www.consultant.ru/document/cons_doc_LAW_58968/"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000005', 'max', 'allowed', 'all', '2006-07-01', '38-FZ on advertising restricts no advertisement for this channel', '["https://www.consultant.ru/document/cons_doc_LAW_58968/", "https://www.klerk.ru/blogs/klerk_business/659337/"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000006', 'instagram', 'prohibited', 'all', '2025-09-01', '38-FZ art. 5 p. 10.7 (72-FZ of 2025-04-07): no advertisement on resources of an organisation that is prohibited as extremist (Meta)', '["https://www.klerk.ru/blogs/klerk_business/659337/", "https://tass.ru/obschestvo/24918975"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000007', 'threads', 'prohibited', 'all', '2025-09-01', '38-FZ art. 5 p. 10.7 (72-FZ of 2025-04-07): no advertisement on resources of an organisation that is prohibited as extremist (Meta)', '["https://www.klerk.ru/blogs/klerk_business/659337/", "https://tass.ru/obschestvo/24918975"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000008', 'telegram', 'disputed', 'all', '2026-03-05', '38-FZ art. 5 p. 10.7: no advertisement on resources with restricted access; the antimonopoly service says that this holds for Telegram, others say that it does only if it is blocked', '["https://xakep.ru/2026/03/11/telegram-fas/", "https://www.kommersant.ru/doc/8497726"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-000000000009', 'telegram', 'prohibited', 'large_unregistered', '2025-01-01', '149-FZ art. 10.6 (303-FZ of 2024-08-08): no advertisement on a page with more than 10,000 followers that is not in the list of Roskomnadzor', '["https://epn.bz/ru/info/faq/instruction-rkn", "https://korvesti.ru/novosti/obshchestvo/19633-v-rossii-nachalas-registratsiya-kanalov-i-blogerov-s-auditoriej-bolee-10-tysyach-podpischikov"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-00000000000a', 'vk', 'prohibited', 'large_unregistered', '2025-01-01', '149-FZ art. 10.6 (303-FZ of 2024-08-08): no advertisement on a page with more than 10,000 followers that is not in the list of Roskomnadzor', '["https://epn.bz/ru/info/faq/instruction-rkn", "https://korvesti.ru/novosti/obshchestvo/19633-v-rossii-nachalas-registratsiya-kanalov-i-blogerov-s-auditoriej-bolee-10-tysyach-podpischikov"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-00000000000b', 'instagram', 'prohibited', 'large_unregistered', '2025-01-01', '149-FZ art. 10.6 (303-FZ of 2024-08-08): no advertisement on a page with more than 10,000 followers that is not in the list of Roskomnadzor', '["https://epn.bz/ru/info/faq/instruction-rkn", "https://korvesti.ru/novosti/obshchestvo/19633-v-rossii-nachalas-registratsiya-kanalov-i-blogerov-s-auditoriej-bolee-10-tysyach-podpischikov"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-00000000000c', 'threads', 'prohibited', 'large_unregistered', '2025-01-01', '149-FZ art. 10.6 (303-FZ of 2024-08-08): no advertisement on a page with more than 10,000 followers that is not in the list of Roskomnadzor', '["https://epn.bz/ru/info/faq/instruction-rkn", "https://korvesti.ru/novosti/obshchestvo/19633-v-rossii-nachalas-registratsiya-kanalov-i-blogerov-s-auditoriej-bolee-10-tysyach-podpischikov"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z'),
	('01a20ada-2c00-7000-8000-00000000000d', 'max', 'prohibited', 'large_unregistered', '2025-01-01', '149-FZ art. 10.6 (303-FZ of 2024-08-08): no advertisement on a page with more than 10,000 followers that is not in the list of Roskomnadzor', '["https://epn.bz/ru/info/faq/instruction-rkn", "https://korvesti.ru/novosti/obshchestvo/19633-v-rossii-nachalas-registratsiya-kanalov-i-blogerov-s-auditoriej-bolee-10-tysyach-podpischikov"]', '2026-11-24T00:00:00Z', 'system', '2026-11-24T00:00:00Z');--> statement-breakpoint
-- What the law was on a day is evidence: rows are added and never touched again.
CREATE FUNCTION "social"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%.% is append-only: % refused', TG_TABLE_SCHEMA, TG_TABLE_NAME, TG_OP USING ERRCODE = 'integrity_constraint_violation';
END
$$;--> statement-breakpoint
CREATE TRIGGER "channel_policies_append_only" BEFORE UPDATE OR DELETE ON "social"."channel_policies" FOR EACH ROW EXECUTE FUNCTION "social"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "channel_policies_no_truncate" BEFORE TRUNCATE ON "social"."channel_policies" FOR EACH STATEMENT EXECUTE FUNCTION "social"."refuse_change"();--> statement-breakpoint
-- The service's own role has not even the right. Where one role does everything, the triggers stand alone.
DO $$
BEGIN
	IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'social') THEN
		REVOKE UPDATE, DELETE, TRUNCATE ON "social"."channel_policies" FROM "social";
	END IF;
END
$$;--> statement-breakpoint
-- Images and decisions of before get what is new about them.
INSERT INTO "social"."covers" ("name", "id", "width", "height", "created_at")
	SELECT DISTINCT ON ("cover"->>'name') "cover"->>'name', gen_random_uuid(), ("cover"->>'width')::int, ("cover"->>'height')::int, "updated_at"
	FROM "social"."variants" WHERE "cover" IS NOT NULL ORDER BY "cover"->>'name', "updated_at";--> statement-breakpoint
UPDATE "social"."variants" SET "cover" = "variants"."cover" || jsonb_build_object('id', "covers"."id") FROM "social"."covers" WHERE "covers"."name" = "variants"."cover"->>'name';--> statement-breakpoint
UPDATE "social"."approvals" SET "decisions" = (SELECT jsonb_agg('{"acknowledged": []}'::jsonb || "decision" ORDER BY "at") FROM jsonb_array_elements("decisions") WITH ORDINALITY AS "one" ("decision", "at")) WHERE jsonb_array_length("decisions") > 0;
