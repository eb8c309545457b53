ALTER TABLE "catalog"."license_batches" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "updated_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "revoked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "revocation_reason" text;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "revocation_admin_id" uuid;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "revocation_ended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "lease_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "lease_fence" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "catalog"."license_batches" ADD COLUMN "tries" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "license_batches_of_application" ON "catalog"."license_batches" USING btree ("application_id","id");--> statement-breakpoint
CREATE INDEX "license_batches_due" ON "catalog"."license_batches" USING btree ("due_at") WHERE due_at IS NOT NULL;--> statement-breakpoint
UPDATE "catalog"."license_batches" SET "updated_at" = "created_at";
