CREATE SCHEMA IF NOT EXISTS "seo-rkn";
--> statement-breakpoint
CREATE TABLE "seo-rkn"."ai_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feature" text NOT NULL,
	"question_hash" text NOT NULL,
	"state" text NOT NULL,
	"reserved" integer NOT NULL,
	"day" date NOT NULL,
	"output" jsonb,
	"reason" text,
	"tokens" integer DEFAULT 0 NOT NULL,
	"model" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."ai_settings" (
	"id" text PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"base_url" text,
	"model" text,
	"folder_id" text,
	"sealed_api_key" text,
	"key_hint" text,
	"enabled" boolean NOT NULL,
	"features" jsonb NOT NULL,
	"daily_tokens" integer NOT NULL,
	"monthly_tokens" integer NOT NULL,
	"timeout_seconds" integer NOT NULL,
	"allow_private_address" boolean NOT NULL,
	"legal_texts" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seo-rkn"."ai_usage" (
	"day" date NOT NULL,
	"feature" text NOT NULL,
	"requests" integer NOT NULL,
	"tokens" integer NOT NULL,
	"failed" integer NOT NULL,
	CONSTRAINT "ai_usage_day_feature_pk" PRIMARY KEY("day","feature")
);
--> statement-breakpoint
CREATE INDEX "ai_requests_open" ON "seo-rkn"."ai_requests" USING btree ("expires_at") WHERE "seo-rkn"."ai_requests"."state" = 'open';--> statement-breakpoint
CREATE INDEX "ai_requests_by_age" ON "seo-rkn"."ai_requests" USING btree ("created_at");