-- All parts of three characters, in lower case in any locale of the database.
CREATE FUNCTION "identity"."trigrams_of"(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(SELECT DISTINCT substr(lower(value COLLATE "und-x-icu"), n, 3) FROM generate_series(1, length(value) - 2) AS n);--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "users_merged" ON "identity"."users" USING btree ("merged_into") WHERE merged_into IS NOT NULL;--> statement-breakpoint
CREATE INDEX "users_by_name_part" ON "identity"."users" USING gin (identity.trigrams_of("display_name"));--> statement-breakpoint
CREATE INDEX "users_by_registration" ON "identity"."users" USING btree ("application_id","created_at","id");--> statement-breakpoint
CREATE INDEX "users_by_channel" ON "identity"."users" USING btree ("application_id",coalesce("acquisition_source", "utm_source"),"created_at","id");