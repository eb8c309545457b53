CREATE TABLE "seo-rkn"."rkn_document_checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_type" text NOT NULL,
	"owner_id" uuid NOT NULL,
	"doc_kind" text NOT NULL,
	"which" text NOT NULL,
	"version" text,
	"content_hash" text NOT NULL,
	"score" smallint NOT NULL,
	"verdict" text NOT NULL,
	"elements" jsonb NOT NULL,
	"placeholders" jsonb NOT NULL,
	"contradictions" jsonb NOT NULL,
	"rule_version" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."rkn_profiles" (
	"site_id" uuid PRIMARY KEY NOT NULL,
	"subject_type" text,
	"name" text,
	"inn" text,
	"ogrn" text,
	"address" text,
	"registry_status" text DEFAULT 'unknown' NOT NULL,
	"registry_number" text,
	"registry_date" date,
	"crossborder_status" text DEFAULT 'unknown' NOT NULL,
	"crossborder_notice_date" date,
	"recommender" boolean DEFAULT false NOT NULL,
	"distribution_consents" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "rkn_document_checks_of_document" ON "seo-rkn"."rkn_document_checks" USING btree ("owner_type","owner_id","doc_kind","id");