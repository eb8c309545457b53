CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."digests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"days" smallint NOT NULL,
	"numbers" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."work_plans" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"generated_at" timestamp with time zone NOT NULL,
	"source" text NOT NULL,
	"weeks" smallint NOT NULL,
	"capacity" jsonb NOT NULL,
	"tasks" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "digests_of_site" ON "seo-rkn"."digests" USING btree ("site_id","id");