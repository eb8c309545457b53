CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."keywords" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"source" text NOT NULL,
	"query" text NOT NULL,
	"url" text,
	"impressions" integer NOT NULL,
	"clicks" integer NOT NULL,
	"position" double precision
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."search_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"application_id" uuid,
	"provider" text NOT NULL,
	"needs_reconnect" boolean DEFAULT false NOT NULL,
	"sealed_tokens" text NOT NULL,
	"access_expires_at" timestamp with time zone NOT NULL,
	"account" text,
	"properties" jsonb NOT NULL,
	"property" text,
	"recrawl_quota" jsonb,
	"connected_by" text NOT NULL,
	"connected_at" timestamp with time zone NOT NULL,
	"next_sync_at" timestamp with time zone NOT NULL,
	"asked_at" timestamp with time zone,
	"not_before" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_sync_at" timestamp with time zone,
	"last_sync_rows" integer,
	"last_error" text,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."search_states" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"application_id" uuid,
	"provider" text NOT NULL,
	"mode" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_email" text NOT NULL,
	"origin" jsonb,
	"redirect_uri" text NOT NULL,
	"sealed_verifier" text NOT NULL,
	"return_url" text,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "keywords_by_impressions" ON "seo-rkn"."keywords" USING btree ("site_id","impressions" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "keywords_of_source" ON "seo-rkn"."keywords" USING btree ("site_id","source");--> statement-breakpoint
CREATE UNIQUE INDEX "search_connections_of_site" ON "seo-rkn"."search_connections" USING btree ("site_id","provider");--> statement-breakpoint
CREATE INDEX "search_connections_due" ON "seo-rkn"."search_connections" USING btree ("next_sync_at");--> statement-breakpoint
CREATE INDEX "search_connections_asked" ON "seo-rkn"."search_connections" USING btree ("asked_at") WHERE "seo-rkn"."search_connections"."asked_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "search_states_of_site" ON "seo-rkn"."search_states" USING btree ("site_id","admin_id");--> statement-breakpoint
CREATE INDEX "search_states_expired" ON "seo-rkn"."search_states" USING btree ("expires_at");