CREATE TABLE "billing"."erased_users" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"erased_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing"."refund_watermarks" (
	"provider" text PRIMARY KEY NOT NULL,
	"listed_until" timestamp with time zone NOT NULL,
	"resume_before" timestamp with time zone,
	"newest" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing"."refunds" ADD COLUMN "automatic_cause" text;