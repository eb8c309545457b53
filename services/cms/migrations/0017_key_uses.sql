ALTER TABLE "cms"."site_keys" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "cms"."site_keys" ADD COLUMN "last_used_at" timestamp with time zone;