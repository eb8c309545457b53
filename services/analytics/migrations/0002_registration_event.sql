ALTER TABLE "analytics"."users" ADD COLUMN "event_id" uuid;--> statement-breakpoint
CREATE INDEX "users_event" ON "analytics"."users" USING btree ("event_id");