CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scan_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"state" text NOT NULL,
	"score" smallint,
	"verdict" text NOT NULL,
	"open_issues" integer NOT NULL,
	"rule_version" text NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."reports" ADD CONSTRAINT "reports_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "seo-rkn"."scans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "reports_of_scan" ON "seo-rkn"."reports" USING btree ("scan_id");--> statement-breakpoint
CREATE INDEX "reports_of_site" ON "seo-rkn"."reports" USING btree ("site_id","id");