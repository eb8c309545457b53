CREATE TABLE "seo-rkn"."rkn_pages" (
	"scan_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"final_url" text NOT NULL,
	"status" smallint,
	"answer" jsonb NOT NULL,
	"country" text,
	"facts" jsonb,
	"rendered" jsonb,
	"seen" jsonb,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rkn_pages_scan_id_number_pk" PRIMARY KEY("scan_id","number")
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."rkn_rechecks" (
	"issue_id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."issues" ADD COLUMN "kind" text DEFAULT 'seo' NOT NULL;--> statement-breakpoint
ALTER TABLE "seo-rkn"."issues" ADD COLUMN "certainty" text;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "rkn_checks" jsonb;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scans" ADD COLUMN "rkn_outcome" jsonb;--> statement-breakpoint
ALTER TABLE "seo-rkn"."site_settings" ADD COLUMN "rkn_schedule" jsonb;--> statement-breakpoint
ALTER TABLE "seo-rkn"."site_settings" ADD COLUMN "rkn_next_scan_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rkn_pages" ADD CONSTRAINT "rkn_pages_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "seo-rkn"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo-rkn"."rkn_rechecks" ADD CONSTRAINT "rkn_rechecks_issue_id_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "seo-rkn"."issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rkn_pages_url" ON "seo-rkn"."rkn_pages" USING btree ("scan_id","url");--> statement-breakpoint
CREATE INDEX "rkn_rechecks_of_site" ON "seo-rkn"."rkn_rechecks" USING btree ("site_id");--> statement-breakpoint
CREATE INDEX "site_settings_rkn_due" ON "seo-rkn"."site_settings" USING btree ("rkn_next_scan_at");