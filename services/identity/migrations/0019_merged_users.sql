ALTER TABLE "identity"."users" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_merged" ON "identity"."users" USING btree ("merged_into") WHERE merged_into IS NOT NULL;