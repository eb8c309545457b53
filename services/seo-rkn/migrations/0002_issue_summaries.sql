CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."issue_summaries" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"origin" text,
	"pages" integer NOT NULL,
	"tasks" jsonb
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."pages" ADD COLUMN "inlinks" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "issues_open_by_type" ON "seo-rkn"."issues" USING btree ("site_id","issue_type","variant") WHERE "seo-rkn"."issues"."status" = 'open';--> statement-breakpoint
CREATE INDEX "issues_open_of_item" ON "seo-rkn"."issues" USING btree ("site_id","item_id") WHERE "seo-rkn"."issues"."status" = 'open' AND "seo-rkn"."issues"."item_id" IS NOT NULL;