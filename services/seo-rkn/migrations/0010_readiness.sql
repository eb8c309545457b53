CREATE TABLE "seo-rkn"."readiness_scores" (
	"item_id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"revision" integer NOT NULL,
	"seo_score" smallint NOT NULL,
	"checks" jsonb NOT NULL,
	"scored_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."indexnow_urls" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "readiness_scores_of_site" ON "seo-rkn"."readiness_scores" USING btree ("site_id","item_id");