CREATE TABLE "seo-rkn"."recrawl_urls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"url_hash" uuid NOT NULL,
	"url" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"lease_until" timestamp with time zone,
	"tries" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."indexnow_urls" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE UNIQUE INDEX "recrawl_urls_of_site" ON "seo-rkn"."recrawl_urls" USING btree ("site_id","url_hash");--> statement-breakpoint
CREATE INDEX "recrawl_urls_due" ON "seo-rkn"."recrawl_urls" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "recrawl_urls_kept" ON "seo-rkn"."recrawl_urls" USING btree ("changed_at") WHERE "seo-rkn"."recrawl_urls"."due_at" IS NULL;