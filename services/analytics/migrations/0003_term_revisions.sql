ALTER TABLE "analytics"."grants" ADD COLUMN "term_revision" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics"."payments" ADD COLUMN "term_revision" bigint DEFAULT 0 NOT NULL;