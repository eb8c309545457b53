ALTER TABLE "seo-rkn"."scans" ADD COLUMN "checks_done" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "checks_planned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "checks_started_at" timestamp with time zone;