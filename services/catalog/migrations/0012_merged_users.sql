ALTER TABLE "catalog"."grant_revisions" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "customers_of_user" ON "catalog"."customers" USING btree ("user_id");