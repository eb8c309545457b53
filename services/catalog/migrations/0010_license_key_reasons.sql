ALTER TABLE "catalog"."license_keys" ADD COLUMN "revocation_reason" text;--> statement-breakpoint
CREATE INDEX "license_activations_of_user" ON "catalog"."license_activations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "license_keys_hint" ON "catalog"."license_keys" USING btree ("application_id","hint");