CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."clusters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"key" text NOT NULL,
	"head" text NOT NULL,
	"keyword_count" integer NOT NULL,
	"impressions" integer NOT NULL,
	"relation" text NOT NULL,
	"advice" text NOT NULL,
	"keywords" jsonb NOT NULL,
	"pages" jsonb NOT NULL,
	"decision" text NOT NULL,
	"page_url" text,
	"is_current" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."competitors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"origin" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"comparison" jsonb,
	"created_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "clusters_by_impressions" ON "seo-rkn"."clusters" USING btree ("site_id","is_current","impressions" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "competitors_of_site" ON "seo-rkn"."competitors" USING btree ("site_id","origin");--> statement-breakpoint
CREATE INDEX "competitors_waiting" ON "seo-rkn"."competitors" USING btree ("id") WHERE "seo-rkn"."competitors"."state" IN ('waiting', 'running');