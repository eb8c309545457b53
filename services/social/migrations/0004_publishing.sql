CREATE TABLE "social"."attempts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"variant_id" uuid NOT NULL,
	"account_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content_hash" text NOT NULL,
	"request_hash" text,
	"approval_id" uuid,
	"policy_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"outcome" text,
	"resolution" text,
	"code" text,
	"message" text,
	"remote_id" text,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "social"."paces" (
	"key" text PRIMARY KEY NOT NULL,
	"arrives_at" timestamp with time zone,
	"blocked_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "publishing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "publishing_fence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."accounts" ADD COLUMN "paced_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "scheduled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "late_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "errors" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "last_error" jsonb;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "attempt_id" uuid;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "media" jsonb;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "looks" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "absences" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "remote_id" text;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "remote_url" text;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "remote_edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."variants" ADD COLUMN "remote_deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "social"."attempts" ADD CONSTRAINT "attempts_variant_id_variants_id_fk" FOREIGN KEY ("variant_id") REFERENCES "social"."variants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social"."attempts" ADD CONSTRAINT "attempts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "social"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "attempts_of_variant" ON "social"."attempts" USING btree ("variant_id","id");--> statement-breakpoint
CREATE INDEX "attempts_open" ON "social"."attempts" USING btree ("account_id") WHERE "social"."attempts"."outcome" IS NULL;--> statement-breakpoint
CREATE INDEX "accounts_publishing" ON "social"."accounts" USING btree ("publishing_until") WHERE "social"."accounts"."publishing_until" IS NOT NULL;--> statement-breakpoint
CREATE INDEX "variants_due" ON "social"."variants" USING btree ("due_at","id") WHERE "social"."variants"."state" IN ('scheduled', 'awaiting_media');--> statement-breakpoint
CREATE INDEX "variants_queue" ON "social"."variants" USING btree ("account_id","scheduled_at","id") WHERE "social"."variants"."state" IN ('scheduled', 'publishing', 'awaiting_media');--> statement-breakpoint
CREATE INDEX "variants_uncertain" ON "social"."variants" USING btree ("due_at") WHERE "social"."variants"."state" = 'uncertain';--> statement-breakpoint
CREATE INDEX "variants_published" ON "social"."variants" USING btree ("account_id","published_at") WHERE "social"."variants"."published_at" IS NOT NULL;