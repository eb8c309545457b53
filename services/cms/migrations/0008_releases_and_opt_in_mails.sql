DROP INDEX "cms"."leads_recording";--> statement-breakpoint
ALTER TABLE "cms"."leads" ADD COLUMN "release_origin" jsonb;--> statement-breakpoint
ALTER TABLE "cms"."subscribers" ADD COLUMN "opt_in_mails" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_by_email" ON "cms"."leads" USING btree ("site_id","email_hash","id") WHERE email_hash IS NOT NULL;--> statement-breakpoint
CREATE INDEX "leads_waiting" ON "cms"."leads" USING btree ("updated_at") WHERE state = 'recording' OR release_origin IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subscribers_ended" ON "cms"."subscribers" USING btree ("unsubscribed_at") WHERE status = 'unsubscribed';