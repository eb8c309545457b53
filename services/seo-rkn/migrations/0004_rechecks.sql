CREATE TABLE "seo-rkn"."rechecks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"url_hash" uuid NOT NULL,
	"url" text NOT NULL,
	"item_id" uuid,
	"awaits_item" boolean NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "checks" jsonb;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "facts_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "rechecked_verdict" jsonb;--> statement-breakpoint
CREATE UNIQUE INDEX "rechecks_of_url" ON "seo-rkn"."rechecks" USING btree ("site_id","url_hash");--> statement-breakpoint
CREATE INDEX "rechecks_due" ON "seo-rkn"."rechecks" USING btree ("due_at");