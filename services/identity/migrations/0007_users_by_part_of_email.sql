-- Needs CREATE on the database, which its owner has: the extension is trusted.
CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE INDEX "users_by_subject" ON "identity"."users" USING btree ("application_id","subject");--> statement-breakpoint
CREATE INDEX "users_by_email_part" ON "identity"."users" USING gin (lower("email") gin_trgm_ops);