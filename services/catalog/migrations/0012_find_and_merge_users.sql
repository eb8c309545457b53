ALTER TABLE "catalog"."grant_revisions" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
CREATE INDEX "customers_of_user" ON "catalog"."customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "grants_by_plan" ON "catalog"."grants" USING btree ("application_id","plan_code","user_id");--> statement-breakpoint
CREATE INDEX "grants_by_code" ON "catalog"."grants" USING gin (("entitlement_codes" || "application_id"::text));--> statement-breakpoint
CREATE INDEX "grants_by_end" ON "catalog"."grants" USING btree ("application_id","expires_at","user_id");--> statement-breakpoint
CREATE INDEX "grants_by_revocation" ON "catalog"."grants" USING btree ("application_id","revoked_at","user_id") WHERE revoked_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "grants_of_mixed_terms" ON "catalog"."grants" USING btree ("application_id","expires_at","user_id") WHERE duration_ms IS NOT NULL AND expires_at - starts_at > duration_ms * interval '1 millisecond';