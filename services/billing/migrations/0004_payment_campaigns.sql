ALTER TABLE "billing"."payments" ADD COLUMN "utm_medium" text;--> statement-breakpoint
ALTER TABLE "billing"."payments" ADD COLUMN "utm_campaign" text;