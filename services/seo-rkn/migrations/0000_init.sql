CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."dead_letters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"consumer" text NOT NULL,
	"envelope" jsonb NOT NULL,
	"error" text NOT NULL,
	"attempts" integer NOT NULL,
	"failed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."idempotency_keys" (
	"scope" text NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer,
	"body" text,
	"created_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone NOT NULL,
	CONSTRAINT "idempotency_keys_scope_key_pk" PRIMARY KEY("scope","key")
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."inbox" (
	"consumer" text NOT NULL,
	"event_id" uuid NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_consumer_event_id_pk" PRIMARY KEY("consumer","event_id")
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"envelope" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."issue_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"issue_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"by" text NOT NULL,
	"admin_email" text,
	"comment" text,
	"scan_id" uuid
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."issues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"fingerprint" uuid NOT NULL,
	"issue_type" text NOT NULL,
	"variant" text NOT NULL,
	"origin" text NOT NULL,
	"owner" text NOT NULL,
	"status" text NOT NULL,
	"weight" smallint NOT NULL,
	"subject" text NOT NULL,
	"url" text NOT NULL,
	"evidence" jsonb NOT NULL,
	"stale" boolean DEFAULT false NOT NULL,
	"item_id" uuid,
	"rule_version" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"last_scan_id" uuid NOT NULL,
	"resolved_at" timestamp with time zone,
	"resolved_by" text,
	"reopened_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."scan_findings" (
	"scan_id" uuid NOT NULL,
	"issue_id" uuid NOT NULL,
	"weight" smallint NOT NULL,
	CONSTRAINT "scan_findings_scan_id_issue_id_pk" PRIMARY KEY("scan_id","issue_id")
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."pages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"scan_id" uuid NOT NULL,
	"site_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"url" text NOT NULL,
	"final_url" text NOT NULL,
	"status" smallint,
	"answer" jsonb NOT NULL,
	"facts" jsonb,
	"bytes" integer NOT NULL,
	"title" text,
	"words" integer,
	"item_id" uuid,
	"is_listed" boolean NOT NULL,
	"out_links" integer[] NOT NULL,
	"is_indexable" boolean DEFAULT false NOT NULL,
	"depth" integer,
	"inlink_count" integer DEFAULT 0 NOT NULL,
	"page_score" smallint,
	"issue_count" integer DEFAULT 0 NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."scan_urls" (
	"scan_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"url_hash" uuid NOT NULL,
	"url" text NOT NULL,
	"state" text NOT NULL,
	"depth" smallint NOT NULL,
	"source" text NOT NULL,
	"in_sitemap" boolean DEFAULT false NOT NULL,
	"item_id" uuid,
	"tries" smallint DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"skip_reason" text,
	CONSTRAINT "scan_urls_scan_id_number_pk" PRIMARY KEY("scan_id","number")
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."scans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"site_id" uuid NOT NULL,
	"application_id" uuid,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"phase" text,
	"trigger" text NOT NULL,
	"origin" text NOT NULL,
	"host" text NOT NULL,
	"options" jsonb NOT NULL,
	"probe" jsonb,
	"pages_done" integer DEFAULT 0 NOT NULL,
	"pages_planned" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"skipped" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"traps" jsonb,
	"issues" jsonb,
	"verdict" jsonb,
	"rule_version" text NOT NULL,
	"error" jsonb,
	"is_pruned" boolean DEFAULT false NOT NULL,
	"lease_until" timestamp with time zone,
	"attempt" integer DEFAULT 0 NOT NULL,
	"lost_leases" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text,
	"started_at" timestamp with time zone,
	"crawl_started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."site_settings" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"scan" jsonb NOT NULL,
	"schedule" jsonb NOT NULL,
	"overrides" jsonb NOT NULL,
	"brand_words" text[] NOT NULL,
	"next_scan_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "seo-rkn"."issue_changes" ADD CONSTRAINT "issue_changes_issue_id_issues_id_fk" FOREIGN KEY ("issue_id") REFERENCES "seo-rkn"."issues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scan_findings" ADD CONSTRAINT "scan_findings_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "seo-rkn"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo-rkn"."pages" ADD CONSTRAINT "pages_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "seo-rkn"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seo-rkn"."scan_urls" ADD CONSTRAINT "scan_urls_scan_id_scans_id_fk" FOREIGN KEY ("scan_id") REFERENCES "seo-rkn"."scans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_index" ON "seo-rkn"."idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "inbox_received_at_index" ON "seo-rkn"."inbox" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "issue_changes_of_issue" ON "seo-rkn"."issue_changes" USING btree ("issue_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "issues_fingerprint" ON "seo-rkn"."issues" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "issues_by_weight" ON "seo-rkn"."issues" USING btree ("site_id","status","weight" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "issues_of_url" ON "seo-rkn"."issues" USING btree ("site_id","url");--> statement-breakpoint
CREATE UNIQUE INDEX "pages_of_scan" ON "seo-rkn"."pages" USING btree ("scan_id","number");--> statement-breakpoint
CREATE INDEX "pages_of_site" ON "seo-rkn"."pages" USING btree ("site_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scan_urls_hash" ON "seo-rkn"."scan_urls" USING btree ("scan_id","url_hash");--> statement-breakpoint
CREATE INDEX "scan_urls_planned" ON "seo-rkn"."scan_urls" USING btree ("scan_id","state","depth","number") WHERE "seo-rkn"."scan_urls"."state" IN ('planned', 'retry');--> statement-breakpoint
CREATE INDEX "scans_of_site" ON "seo-rkn"."scans" USING btree ("site_id","id");--> statement-breakpoint
CREATE INDEX "scans_waiting" ON "seo-rkn"."scans" USING btree ("state","id") WHERE "seo-rkn"."scans"."state" IN ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "scans_one_open" ON "seo-rkn"."scans" USING btree ("site_id","kind") WHERE "seo-rkn"."scans"."state" IN ('queued', 'running');--> statement-breakpoint
CREATE UNIQUE INDEX "scans_one_running" ON "seo-rkn"."scans" USING btree ("host") WHERE "seo-rkn"."scans"."state" = 'running';--> statement-breakpoint
CREATE INDEX "site_settings_due" ON "seo-rkn"."site_settings" USING btree ("next_scan_at");