CREATE TABLE "seo-rkn"."indexnow_keys" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"verified_origin" text,
	"verified_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."indexnow_urls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"url_hash" uuid NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"http_status" smallint
);
--> statement-breakpoint
CREATE UNIQUE INDEX "indexnow_urls_of_site" ON "seo-rkn"."indexnow_urls" USING btree ("site_id","url_hash");--> statement-breakpoint
CREATE INDEX "indexnow_urls_newest" ON "seo-rkn"."indexnow_urls" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "indexnow_urls_due" ON "seo-rkn"."indexnow_urls" USING btree ("state","due_at");