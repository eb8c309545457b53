ALTER TABLE "catalog"."license_devices" ADD COLUMN "user_id" uuid;--> statement-breakpoint
CREATE INDEX "license_devices_user_id_index" ON "catalog"."license_devices" USING btree ("user_id");