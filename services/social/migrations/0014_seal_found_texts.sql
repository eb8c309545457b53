ALTER TABLE "social"."listening_items" ADD COLUMN "subject_id" uuid;--> statement-breakpoint
ALTER TABLE "social"."listening_items" ADD COLUMN "sealed_content" text;--> statement-breakpoint
CREATE INDEX "listening_items_of_person" ON "social"."listening_items" USING btree ("subject_id");