CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."psi_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"url_hash" uuid NOT NULL,
	"url" text NOT NULL,
	"strategy" text NOT NULL,
	"state" text NOT NULL,
	"error" text,
	"score" smallint,
	"field" jsonb,
	"lab" jsonb,
	"top_audits" text[] DEFAULT '{}' NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"measured_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "psi_results_of_url" ON "seo-rkn"."psi_results" USING btree ("site_id","url_hash","strategy");--> statement-breakpoint
CREATE INDEX "psi_results_newest" ON "seo-rkn"."psi_results" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "psi_results_due" ON "seo-rkn"."psi_results" USING btree ("due_at") WHERE "seo-rkn"."psi_results"."state" IN ('waiting', 'running');--> statement-breakpoint
CREATE INDEX "psi_results_by_request" ON "seo-rkn"."psi_results" USING btree ("requested_at");
